import type { Stats } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { CtxError } from '@ctx/contract';

/** A log file that is open, and its size at that moment. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/** A log file that was just opened. */
export interface StampedFile extends OpenedFile {
  /** As `stampOf` has it. */
  readonly stamp: string;
}

/** Which file this is and how it is: the same again means that nobody has written it. */
export function stampOf({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(' ');
}

/**
 * Opens a log for reading, or for writing as well; `create` makes it when it is missing. Only a regular file is a log: a
 * pipe would hang whoever reads it, a link could lead a writer anywhere.
 * @throws CtxError `CTX_STORE_FAILED` for anything but a regular file, and what the file system throws.
 */
export async function openLogFile(path: string, mode: 'read' | 'write' | 'create'): Promise<StampedFile> {
  const access = mode === 'read' ? constants.O_RDONLY : constants.O_RDWR;
  const create = mode === 'create' ? constants.O_CREAT : 0;
  // Windows has neither; there the type is looked at all the same.
  const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, access | create | careful, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'ENXIO' ? notAFile(path) : error;
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw notAFile(path);
    return { handle, size: stats.size, stamp: stampOf(stats) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function notAFile(path: string): CtxError {
  return new CtxError(
    'CTX_STORE_FAILED',
    `${path} is not a regular file, so it is not a session log. It was not touched.`,
  );
}
