import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { WorkTree } from '../find-work-tree.ts';
import { absolutePath } from '../git-path.ts';

/** A file as git sees it: kind and mode (`100644`, `100755`, `120000`, `160000`), and the id of its content. */
export interface FileState {
  readonly mode: string;
  readonly id: string;
}

/** What is at a path: a file or link; `undefined` for nothing or a folder; `other` for anything ctx does not write. */
export type Found = FileState | undefined | 'other';

/** Reads the state of a file on disk, with its raw content. A path that leads through a symbolic link is `other`. */
export async function readFileState(tree: WorkTree, path: string): Promise<Found> {
  if (await leadsThroughLink(tree, path)) return 'other';
  const place = absolutePath(tree, path);
  const entry = await lstat(place).catch(() => undefined);
  if (entry === undefined) return undefined;
  if (entry.isSymbolicLink()) {
    const target = await readlink(place, { encoding: 'buffer' });
    return { mode: '120000', id: blobHash(tree, target.length).update(target).digest('hex') };
  }
  // A folder is not a file. Whether it can be replaced by one shows when its files have been removed.
  if (entry.isDirectory()) return undefined;
  if (!entry.isFile()) return 'other';
  const hash = blobHash(tree, entry.size);
  await pipeline(createReadStream(place), hash);
  return { mode: (entry.mode & 0o100) === 0 ? '100644' : '100755', id: hash.digest('hex') };
}

/** Whether two states are equal. `other` is equal to nothing. */
export function isSame(a: Found, b: Found): boolean {
  if (a === 'other' || b === 'other') return false;
  return a?.mode === b?.mode && a?.id === b?.id;
}

/** Whether it is a regular file, and not a link or a submodule. */
export function isRegular(state: FileState | undefined): state is FileState {
  return state?.mode.startsWith('100') ?? false;
}

async function leadsThroughLink(tree: WorkTree, path: string): Promise<boolean> {
  const parts = path.split('/').slice(0, -1);
  for (let count = 1; count <= parts.length; count++) {
    const entry = await lstat(absolutePath(tree, parts.slice(0, count).join('/'))).catch(() => undefined);
    if (entry === undefined) return false;
    if (entry.isSymbolicLink()) return true;
  }
  return false;
}

function blobHash({ objectFormat }: WorkTree, size: number) {
  return createHash(objectFormat).update(`blob ${size}\0`);
}
