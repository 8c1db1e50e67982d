import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where a program is looked for. */
export interface FindProgramOptions {
  /** What relative paths start from. Default the host's working directory. */
  readonly cwd?: string | undefined;
  /** Folders whose programs do not count, reached by whatever link. */
  readonly notInside?: readonly string[] | undefined;
}

/** Where a program is, as the child's own PATH has it; `undefined` when it is nowhere. */
export async function findProgram(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  { cwd = process.cwd(), notInside = [] }: FindProgramOptions = {},
): Promise<string | undefined> {
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

/** The first of the paths beside a program that can be run; `undefined` when none can. */
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
  const places = [file, await realpath(file).catch(() => file)];
  for (const folder of folders) {
    const roots = [path.resolve(folder), await realpath(folder).catch(() => path.resolve(folder))];
    if (places.some((place) => roots.some((root) => isInside(place, root)))) return true;
  }
  return false;
}

function isInside(place: string, root: string): boolean {
  const way = path.relative(root, place);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
