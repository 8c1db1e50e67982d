import { mkdir, open, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Makes a folder and its missing parents, accessible only to their owner, and syncs them so that they survive a power
 * cut. A new `.ctx` folder gets a `.gitignore`, so that sessions are not committed.
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

/** Writes a folder's entries to disk. Windows cannot do this and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
