import { createHash } from 'node:crypto';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** A git work tree and where its repository keeps what snapshots need. All paths are absolute. */
export interface WorkTree {
  /** Its top folder, links resolved. */
  readonly top: string;
  /** Short name for folders of ours, the same for the same `top`. */
  readonly id: string;
  /** The repository's own files. They are read and never written. */
  readonly objects: string;
  readonly index: string;
  readonly exclude: string;
  readonly objectFormat: 'sha1' | 'sha256';
}

const LONGEST_CONFIG = 1_000_000;

/**
 * The work tree that a folder is in; `undefined` when it is in none. Looked up without git, which would believe what
 * the repository's configuration says about where its work tree is.
 */
export async function findWorkTree(folder: string): Promise<WorkTree | undefined> {
  const start = await realpath(folder).catch(() => undefined);
  for (let top = start; top !== undefined; top = dirname(top) === top ? undefined : dirname(top)) {
    const gitFolder = await gitFolderOf(top);
    if (gitFolder === undefined) continue;
    const common = resolve(gitFolder, ((await readSmallFile(join(gitFolder, 'commondir'))) ?? '.').trim());
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

/** A regular file as text; `undefined` when there is none, or it is too large to be what it should be. */
export async function readSmallFile(path: string): Promise<string | undefined> {
  try {
    // Opening a pipe would wait for somebody to write to it.
    const { size, ...found } = await stat(path).then((entry) => ({ size: entry.size, isFile: entry.isFile() }));
    return found.isFile && size <= LONGEST_CONFIG ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

// A folder, or in linked work trees and submodules a file that names one.
async function gitFolderOf(top: string): Promise<string | undefined> {
  const place = join(top, '.git');
  const entry = await lstat(place).catch(() => undefined);
  if (entry === undefined) return undefined;
  const named = entry.isFile() ? /^gitdir: (.+)/.exec((await readSmallFile(place)) ?? '')?.[1] : undefined;
  const gitFolder = named === undefined ? place : resolve(top, named.trim());
  return (await readSmallFile(join(gitFolder, 'HEAD'))) === undefined ? undefined : gitFolder;
}
