import { type FileHandle, open } from 'node:fs/promises';

/** The prototype of all file handles, whose methods a test can spy on. Node does not export it. */
export async function fileHandlePrototype(): Promise<FileHandle> {
  const handle = await open(process.execPath);
  await handle.close();
  return Object.getPrototypeOf(handle);
}

/** An error as the file system throws it. */
export function fileError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: made up by a test`), { code });
}
