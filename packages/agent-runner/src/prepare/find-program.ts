import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where a program is, as the child's own PATH has it; `undefined` when it is nowhere. */
export async function findProgram(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string = process.cwd(),
): Promise<string | undefined> {
  if (file.includes('/') || file.includes(path.sep)) {
    const absolute = path.resolve(cwd, file);
    return (await isExecutable(absolute)) ? absolute : undefined;
  }
  const endings = process.platform === 'win32' ? ['.exe', '.com'] : [''];
  for (const folder of (env['PATH'] ?? '').split(path.delimiter)) {
    for (const ending of endings) {
      const candidate = path.resolve(cwd, folder, file + ending);
      if (await isExecutable(candidate)) return candidate;
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

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
