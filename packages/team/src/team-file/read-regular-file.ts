import { constants, type FileHandle, open } from 'node:fs/promises';

/**
 * Reads a file that somebody else may have put there: one that would block, such as a named pipe, or that never ends is
 * refused.
 * @throws if it is not a regular file, has more bytes, or cannot be read.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  // O_NONBLOCK: opening a named pipe must not wait for a writer. Windows has neither the flag nor such pipes.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const entry = await handle.stat();
    if (entry.isDirectory()) throw Object.assign(new Error('it is a folder, not a regular file'), { code: 'EISDIR' });
    if (!entry.isFile()) throw new Error('it is not a regular file');
    const bytes = await readAtMost(handle, maxBytes + 1);
    if (bytes.length > maxBytes) throw new Error(`it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);
    return bytes;
  } finally {
    await handle.close();
  }
}

// Do not trust the size of the file: it may grow while it is read, and files in /proc report 0.
async function readAtMost(handle: FileHandle, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < limit) {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(Math.min(65_536, limit - length)) });
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
}
