import { constants, type FileHandle, open } from 'node:fs/promises';

/**
 * Opens a file that somebody else may have put there, if it is a regular one; undefined for anything else, such as a
 * named pipe, which would make a reader wait. Use `autoClose: false` for streams of it: it is closed after `use`.
 */
export async function withRegularFile<Value>(
  path: string,
  use: (file: FileHandle) => Promise<Value>,
): Promise<Value | undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return (await handle.stat()).isFile() ? await use(handle) : undefined;
  } finally {
    await handle.close();
  }
}
