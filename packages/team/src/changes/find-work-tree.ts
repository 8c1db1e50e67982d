import { createHash } from 'node:crypto';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** A git work tree and the files of its repository that snapshots need. All paths are absolute. */
export interface WorkTree {
  /** Its top folder, links resolved. */
  readonly top: string;
  /** Short name for our own folders, always the same for the same `top`. */
  readonly id: string;
  /** The repository's own files. They are read and never written. */
  readonly objects: string;
  readonly index: string;
  readonly exclude: string;
  readonly objectFormat: 'sha1' | 'sha256';
}

const MAX_SMALL_FILE_BYTES = 1_000_000;

/**
 * The work tree that a folder is in; `undefined` when it is in none. Found without git, because git would trust the
 * repository's configuration, which can name another folder as the work tree.
 */
export async function findWorkTree(folder: string): Promise<WorkTree | undefined> {
  const start = await realpath(folder).catch(() => undefined);
  for (let top = start; top !== undefined; top = parentOf(top)) {
    const gitFolder = await gitFolderOf(top);
    if (gitFolder === undefined) continue;
    // A linked work tree shares the objects and the configuration of its main repository, which this file names.
    const commonFolder = (await readSmallFile(join(gitFolder, 'commondir'))) ?? '.';
    const common = resolve(gitFolder, commonFolder.trim());
    const config = (await readSmallFile(join(common, 'config'))) ?? '';
    return {
      top,
      id: createHash('sha256').update(top).digest('hex').slice(0, 16),
      objects: join(common, 'objects'),
      index: join(gitFolder, 'index'),
      exclude: join(common, 'info', 'exclude'),
      objectFormat: /^\s*objectformat\s*=\s*"?sha256/im.test(config) ? 'sha256' : 'sha1',
    };
  }
  return undefined;
}

function parentOf(folder: string): string | undefined {
  const parent = dirname(folder);
  return parent === folder ? undefined : parent;
}

/** A regular file as text; `undefined` when there is none, or it is larger than 1 MB. */
export async function readSmallFile(path: string): Promise<string | undefined> {
  try {
    // Checked first: opening a named pipe would block until something writes to it.
    const entry = await stat(path);
    return entry.isFile() && entry.size <= MAX_SMALL_FILE_BYTES ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

// `.git` is a folder; in linked work trees and submodules it is a file that names the folder.
async function gitFolderOf(top: string): Promise<string | undefined> {
  const path = join(top, '.git');
  const entry = await lstat(path).catch(() => undefined);
  if (entry === undefined) return undefined;
  const named = entry.isFile() ? /^gitdir: (.+)/.exec((await readSmallFile(path)) ?? '')?.[1] : undefined;
  const gitFolder = named === undefined ? path : resolve(top, named.trim());
  return (await readSmallFile(join(gitFolder, 'HEAD'))) === undefined ? undefined : gitFolder;
}
