import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { WorkTree } from '../find-work-tree.ts';

/** A file as git sees it: kind and mode (`100644`, `100755`, `120000`, `160000`), and the id of its content. */
export interface FileState {
  readonly mode: string;
  readonly id: string;
}

/** What stands in a place: a file, nothing, or something that is neither file nor link. */
export type Found = FileState | undefined | 'other';

/** Paths of git are bytes; here each byte is one character (latin1). */
export function placeOf(tree: Pick<WorkTree, 'top'>, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${tree.top}/`), Buffer.from(path, 'latin1')]);
}

/** Looks at a file on the disk, with its content as it is. A folder above it that is a link makes it `other`. */
export async function readFileState(tree: WorkTree, path: string): Promise<Found> {
  if (await isBehindLink(tree, path)) return 'other';
  const place = placeOf(tree, path);
  const entry = await lstat(place).catch(() => undefined);
  if (entry === undefined) return undefined;
  if (entry.isSymbolicLink()) {
    const target = await readlink(place, { encoding: 'buffer' });
    return { mode: '120000', id: blobHash(tree, target.length).update(target).digest('hex') };
  }
  // A folder is no file: whether it makes room for one is seen when its files are gone.
  if (entry.isDirectory()) return undefined;
  if (!entry.isFile()) return 'other';
  const hash = blobHash(tree, entry.size);
  await pipeline(createReadStream(place), hash);
  return { mode: (entry.mode & 0o100) === 0 ? '100644' : '100755', id: hash.digest('hex') };
}

/** Whether two states are the same. */
export function isSame(a: Found, b: Found): boolean {
  if (a === undefined || b === undefined || a === 'other' || b === 'other') return a === b && a !== 'other';
  return a.mode === b.mode && a.id === b.id;
}

async function isBehindLink(tree: WorkTree, path: string): Promise<boolean> {
  const parts = path.split('/').slice(0, -1);
  for (let count = 1; count <= parts.length; count++) {
    const entry = await lstat(placeOf(tree, parts.slice(0, count).join('/'))).catch(() => undefined);
    if (entry === undefined) return false;
    if (entry.isSymbolicLink()) return true;
  }
  return false;
}

function blobHash({ objectFormat }: WorkTree, size: number) {
  return createHash(objectFormat).update(`blob ${size}\0`);
}
