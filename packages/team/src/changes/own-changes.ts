import { randomUUID } from 'node:crypto';
import { lstat, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type ChangedPath, changedPaths } from './changed-paths.ts';
import { absolutePath, readablePath } from './git-path.ts';
import type { PrivateGit } from './private-git.ts';
import type { TurnEvidence } from './turn-evidence.ts';

/** Agents report a command a little late, and what it started may write a little longer. */
const GRACE_MS = 2_000;

/** A turn's trees, and what its member did in between. */
export interface TurnTrees {
  readonly before: string;
  readonly after: string;
  readonly evidence: TurnEvidence;
  /** The folder that its member worked in: its relative paths begin there. */
  readonly cwd: string;
}

/**
 * The tree that would be there now if the member had changed nothing: `after`, with the member's own files as they were
 * `before`. So what lies between this tree and `after` is the member's, and between `before` and this tree is not.
 * @throws GitError
 */
export async function treeWithoutOwnChanges(git: PrivateGit, trees: TurnTrees): Promise<string> {
  const { before, after, evidence, cwd } = trees;
  if (before === after || (evidence.paths.size === 0 && evidence.commands.length === 0)) return after;
  const named = await pathsInTree([...evidence.paths], cwd, git.tree.top);
  const changed = await changedPaths(git, before, after);
  const own: ChangedPath[] = [];
  for (const change of changed) {
    if (named.has(readablePath(change.path)) || (await isByCommand(git, change, evidence))) own.push(change);
  }
  if (own.length === changed.length) return before;
  if (own.length === 0) return after;
  return resetPaths(git, after, own);
}

async function isByCommand(git: PrivateGit, { path, to }: ChangedPath, { commands }: TurnEvidence): Promise<boolean> {
  if (commands.length === 0) return false;
  // A file that is gone does not say when it went.
  if (to === undefined) return true;
  const { ctimeMs } = (await lstat(absolutePath(git.tree, path)).catch(() => undefined)) ?? {};
  return (
    ctimeMs !== undefined && commands.some((ran) => ran.from - GRACE_MS <= ctimeMs && ctimeMs <= ran.to + GRACE_MS)
  );
}

/** The named paths relative to the tree, as git writes them; those outside are left out. */
async function pathsInTree(paths: readonly string[], cwd: string, top: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const path of paths) {
    const inTree = relative(top, await withoutLinks(resolve(cwd, path)));
    if (inTree !== '' && inTree !== '..' && !inTree.startsWith(`..${sep}`)) found.add(inTree.split(sep).join('/'));
  }
  return found;
}

// The file itself may be a link, and its folder may be gone by now.
async function withoutLinks(path: string): Promise<string> {
  const folder = dirname(path);
  if (folder === path) return path;
  const real = await realpath(folder).catch(() => undefined);
  return join(real ?? (await withoutLinks(folder)), basename(path));
}

async function resetPaths(git: PrivateGit, tree: string, changes: readonly ChangedPath[]): Promise<string> {
  const index = join(git.folder, `index-${randomUUID()}`);
  try {
    await git.run({ args: ['read-tree', tree], index });
    // First what goes, because a file may have taken the place of a folder.
    const removed = changes.map(({ path, to, from }) => `0 ${(to ?? from)!.id}\t${path}\0`);
    const restored = changes.flatMap(({ path, from }) => (from ? [`${from.mode} ${from.id}\t${path}\0`] : []));
    const input = Buffer.from([...removed, ...restored].join(''), 'latin1');
    await git.run({ args: ['update-index', '-z', '--index-info'], input, index });
    const { stdout } = await git.run({ args: ['write-tree', '--missing-ok'], index });
    return stdout.toString('utf8').trim();
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}
