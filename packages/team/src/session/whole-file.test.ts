import { chmod, link, mkdtemp, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { fileError, fileHandlePrototype } from './__fixtures__/file-handle.ts';
import { openFilesIn } from './__fixtures__/open-files.ts';
import { createWholeFile, replaceFile, writeNewFile } from './whole-file.ts';

// Other test files share this process: load the modules again, with the spies, and once more without them afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The real functions, except where a test makes one fail.
vi.mock('node:fs/promises', { spy: true });

afterEach(() => {
  vi.mocked(link).mockReset();
  vi.restoreAllMocks();
});

async function newPlace(): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ctx-whole-'));
  return { folder, path: join(folder, 'file') };
}

describe('a new file', () => {
  it('can be read by its owner only, and is on disk when it is there', async () => {
    const { folder, path } = await newPlace();
    const sync = vi.spyOn(await fileHandlePrototype(), 'sync');
    await writeNewFile(path, 'content');
    expect(await readFile(path, 'utf8')).toBe('content');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(sync).toHaveBeenCalledOnce();
    expect(openFilesIn(folder)).toEqual([]);
  });

  it('does not replace an old one', async () => {
    const { path } = await newPlace();
    await writeFile(path, 'old');
    await expect(writeNewFile(path, 'new')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('old');
  });

  it('leaves nothing behind on a full disk, and nothing open', async () => {
    const { folder, path } = await newPlace();
    vi.spyOn(await fileHandlePrototype(), 'sync').mockRejectedValue(fileError('ENOSPC'));
    await expect(writeNewFile(path, 'content')).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(createWholeFile(path, 'content')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(folder)).toEqual([]);
    expect(openFilesIn(folder)).toEqual([]);
  });
});

describe('a file that appears with its content', () => {
  it('is created once', async () => {
    const { folder, path } = await newPlace();
    expect(await createWholeFile(path, 'first')).toBe(true);
    expect(await createWholeFile(path, 'second')).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('first');
    expect(await readdir(folder)).toEqual(['file']);
  });

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP'])('is created once without hard links, too (%s)', async (code) => {
    const { folder, path } = await newPlace();
    vi.mocked(link).mockRejectedValue(fileError(code));
    expect(await createWholeFile(path, 'first')).toBe(true);
    expect(await createWholeFile(path, 'second')).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('first');
    expect(await readdir(folder)).toEqual(['file']);
  });

  it.each(['EIO', 'EMLINK'])('is not created otherwise if linking fails (%s)', async (code) => {
    const { folder, path } = await newPlace();
    vi.mocked(link).mockRejectedValue(fileError(code));
    await expect(createWholeFile(path, 'content')).rejects.toMatchObject({ code });
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails with the file system’s error if it can be created in neither way', async () => {
    const { folder, path } = await newPlace();
    vi.mocked(link).mockImplementation(async () => {
      vi.mocked(open).mockRejectedValueOnce(fileError('EIO'));
      throw fileError('EPERM');
    });
    await expect(createWholeFile(path, 'content')).rejects.toMatchObject({ code: 'EIO' });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a replaced file', () => {
  it('has the new content, and nothing is left beside it', async () => {
    const { folder, path } = await newPlace();
    await writeFile(path, 'old');
    await chmod(path, 0o644);
    await replaceFile(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('keeps its content if that fails, and nothing is left beside it', async () => {
    const { folder, path } = await newPlace();
    await writeFile(path, 'old');
    vi.mocked(rename).mockRejectedValueOnce(fileError('EIO'));
    await expect(replaceFile(path, 'new')).rejects.toMatchObject({ code: 'EIO' });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['file']);
  });
});
