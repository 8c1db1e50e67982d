import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { requireNoMore } from '@ctx/contract';

/** How a program is searched for. */
export interface FindProgramOptions {
  /** Base of relative paths. Default is the host's working directory. */
  readonly cwd?: string | undefined;
  /** Programs in these folders are ignored, also if they are reached through a link. */
  readonly notInside?: readonly string[] | undefined;
}

/**
 * The absolute path of a program, searched in the PATH of `env`; `undefined` when there is none.
 *
 * @throws {TypeError} for an option that does not exist
 */
export async function findProgram(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  { cwd = process.cwd(), notInside = [], ...unknown }: FindProgramOptions = {},
): Promise<string | undefined> {
  requireNoMore(unknown satisfies Record<string, never>);
  if (file.includes('/') || file.includes(path.sep)) {
    const absolute = path.resolve(cwd, file);
    return (await isExecutable(absolute)) ? absolute : undefined;
  }
  const endings = process.platform === 'win32' ? ['.exe', '.com'] : [''];
  for (const folder of (env['PATH'] ?? '').split(path.delimiter)) {
    for (const ending of endings) {
      const candidate = path.resolve(cwd, folder, file + ending);
      if ((await isExecutable(candidate)) && !(await isInsideAny(candidate, notInside))) return candidate;
    }
  }
  return undefined;
}

/** The first executable of these paths, which are relative to a program's folder; `undefined` when there is none. */
export async function findBeside(program: string, relativePaths: readonly string[]): Promise<string | undefined> {
  const folder = path.dirname(await realpath(program).catch(() => program));
  for (const relativePath of relativePaths) {
    const candidate = path.resolve(folder, relativePath);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

async function isInsideAny(file: string, folders: readonly string[]): Promise<boolean> {
  if (folders.length === 0) return false;
  const paths = [file, await realpath(file).catch(() => file)];
  for (const folder of folders) {
    const roots = [path.resolve(folder), await realpath(folder).catch(() => path.resolve(folder))];
    if (paths.some((candidate) => roots.some((root) => isInside(candidate, root)))) return true;
  }
  return false;
}

function isInside(file: string, root: string): boolean {
  const relative = path.relative(root, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
