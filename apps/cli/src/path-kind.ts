import { stat } from 'node:fs/promises';

/** Whether a path leads to a regular file, links followed. */
export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Whether a path leads to a folder, links followed. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
