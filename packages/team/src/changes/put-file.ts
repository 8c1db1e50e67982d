import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { readSmallFile } from './find-work-tree.ts';

/**
 * Writes a small file of ours, unless it has this content already. It is replaced in one step: a git process may be
 * reading it, and a member may have put a link in its place that leads to another file.
 */
export async function putFile(path: string, content: string): Promise<void> {
  if ((await readSmallFile(path)) === content) return;
  const temporary = `${path}-${randomUUID()}`;
  await writeFile(temporary, content, { mode: 0o600, flag: 'wx' });
  await rename(temporary, path);
}
