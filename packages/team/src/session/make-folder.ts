import { mkdir, open, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Makes a folder for its owner only, with the folders above it, and sees to it that their names survive a power cut. A
 * `.ctx` folder among them gets a `.gitignore`, so that nobody commits what was said.
 */
export async function makeFolder(folder: string): Promise<void> {
  const target = resolve(folder);
  const first = await mkdir(target, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = target; ; made = dirname(made)) {
    if (basename(made) === '.ctx') await writeFile(join(made, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
    await syncFolder(dirname(made));
    if (made === resolve(first) || made === dirname(made)) return;
  }
}

/** Writes a folder's names to the disk. Windows cannot do it and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
