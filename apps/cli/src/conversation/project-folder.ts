import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DEFAULT_CHANGES_DIRECTORY, DEFAULT_SESSIONS_DIRECTORY, DEFAULT_TEAM_FILE } from '@ctx/team';

const TEAM_FILES = [DEFAULT_TEAM_FILE, 'ctx.team.yml', 'ctx.team.json'];

/** Returns the default team file: the one in this folder, or in the nearest folder above it. */
export function findTeamFile(folder = '.'): string | undefined {
  const here = TEAM_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  const above = dirname(resolve(folder));
  return here ?? (above === resolve(folder) ? undefined : findTeamFile(above));
}

/**
 * The folder whose files others may have written: the outermost work tree that this folder is in, else this folder. A
 * folder that holds the user's home is the user's own: then there is none.
 */
export function foreignFolder(folder: string = process.cwd()): string | undefined {
  const start = realPath(folder);
  return isInside(realPath(homedir()), start) ? undefined : workTrees(start).outermost;
}

/** The roots of the innermost and of the outermost work tree that a folder is in; outside of one, the folder itself. */
export function workTrees(folder: string): { readonly root: string; readonly outermost: string } {
  const home = realPath(homedir());
  const roots: string[] = [];
  for (let at = folder; dirname(at) !== at && !isInside(home, realPath(at)); at = dirname(at)) {
    if (existsSync(join(at, '.git'))) roots.push(at);
  }
  return { root: roots[0] ?? folder, outermost: roots.at(-1) ?? folder };
}

/** The same for several folders, each once. */
export function foreignFolders(...folders: readonly string[]): string[] {
  return [...new Set(folders.map((folder) => foreignFolder(folder)))].filter((folder) => folder !== undefined);
}

/** Whether an absolute path is a folder, or inside it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Where sessions are kept: in this folder if it has some, else next to the team file, else in this folder. */
export function sessionsDirectory(): string {
  const teamFile = existsSync(DEFAULT_SESSIONS_DIRECTORY) ? undefined : findTeamFile();
  return join(teamFile === undefined ? '.' : dirname(teamFile), DEFAULT_SESSIONS_DIRECTORY);
}

/**
 * Where the snapshots of work trees are kept: beside the sessions, or, for a session that was moved out of `.ctx`, in a
 * `.ctx` of its folder. A snapshot leaves out everything inside `.ctx`, and so the earlier snapshots.
 */
export function changesFolder(directory: string): string {
  const beside = dirname(resolve(directory));
  if (basename(beside) === '.ctx') return join(dirname(directory), basename(DEFAULT_CHANGES_DIRECTORY));
  return join(directory, DEFAULT_CHANGES_DIRECTORY);
}
