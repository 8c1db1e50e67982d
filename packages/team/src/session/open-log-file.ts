import type { Stats } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { CtxError } from '@ctx/contract';

/** An open log file, and its size when it was opened. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/** A log file that was just opened. */
export interface StampedFile extends OpenedFile {
  /** Result of `stampOf` when it was opened. */
  readonly stamp: string;
}

/** Identifies a file and its state. If the stamp is the same later, the file has not been written since. */
export function stampOf({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(' ');
}

/**
 * Opens a log for reading (`read`), or for reading and writing (`write`); `create` also creates a missing file. Only a
 * regular file is opened: a pipe would block the reader, and a symbolic link could lead a writer anywhere.
 * @throws CtxError `CTX_STORE_FAILED` for anything but a regular file; and the file system's own errors.
 */
export async function openLogFile(path: string, mode: 'read' | 'write' | 'create'): Promise<StampedFile> {
  const access = mode === 'read' ? constants.O_RDONLY : constants.O_RDWR;
  const create = mode === 'create' ? constants.O_CREAT : 0;
  // Windows has neither flag; there, only the file type is checked, below.
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
