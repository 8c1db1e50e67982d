import { randomUUID } from 'node:crypto';
import { link, open, rename, unlink } from 'node:fs/promises';

const NO_HARD_LINKS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Writes a new file, readable by its owner only, and syncs it. If that fails, nothing of it remains.
 * @throws the file system's own errors: `EEXIST` when there is a file already.
 */
export async function writeNewFile(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Creates a file together with its content, so that no program reads half of it. On a file system without hard links it is
 * empty for a moment. Returns false when there is a file already.
 */
export async function createWholeFile(path: string, content: string): Promise<boolean> {
  const temporary = await writeBeside(path, content);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (NO_HARD_LINKS.includes(code)) return await createDirectly(path, content);
    throw error;
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

/** Replaces a file, so that a program reads either the old content or the new one. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = await writeBeside(path, content);
  try {
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

async function createDirectly(path: string, content: string): Promise<boolean> {
  try {
    await writeNewFile(path, content);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function writeBeside(path: string, content: string): Promise<string> {
  const temporary = `${path}.${randomUUID()}.new`;
  await writeNewFile(temporary, content);
  return temporary;
}
