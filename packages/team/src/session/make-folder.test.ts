import { mkdir, mkdtemp, open, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { fileError, fileHandlePrototype } from './__fixtures__/file-handle.ts';
import { openFilesIn } from './__fixtures__/open-files.ts';
import { makeFolder, syncFolder } from './make-folder.ts';

// Other test files share this process: load the modules again, with the spies, and once more without them afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The real functions, with their calls recorded.
vi.mock('node:fs/promises', { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
});

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-folder-'));

describe('a new folder', () => {
  it('named .ctx gets a .gitignore that leaves out everything, and its subfolders get none', async () => {
    const home = await temporary();
    await makeFolder(join(home, 'project', '.ctx', 'sessions'));
    expect(await readFile(join(home, 'project', '.ctx', '.gitignore'), 'utf8')).toBe('*\n');
    expect(await readdir(join(home, 'project', '.ctx', 'sessions'))).toEqual([]);
    expect(await readdir(join(home, 'project'))).toEqual(['.ctx']);
  });

  it('in a .ctx folder that was there before gives it no .gitignore: its owner may want to commit it', async () => {
    const home = await temporary();
    await mkdir(join(home, '.ctx'));
    await makeFolder(join(home, '.ctx', 'sessions'));
    expect(await readdir(join(home, '.ctx'))).toEqual(['sessions']);
  });

  it('is synced, like its new parents, because a folder’s name is in the folder above it', async () => {
    const home = await temporary();
    const sync = vi.spyOn(await fileHandlePrototype(), 'sync');
    vi.mocked(open).mockClear();
    await makeFolder(join(home, 'a', 'b'));
    expect(vi.mocked(open).mock.calls).toEqual([
      [join(home, 'a'), 'r'],
      [home, 'r'],
    ]);
    expect(sync).toHaveBeenCalledTimes(2);
    expect(openFilesIn(tmpdir()).filter((path) => path.startsWith(home))).toEqual([]);
  });

  it('is not synced if it was there before', async () => {
    const home = await temporary();
    vi.mocked(open).mockClear();
    await makeFolder(home);
    expect(open).not.toHaveBeenCalled();
  });
});

describe('a folder that cannot be synced', () => {
  it('is used all the same', async () => {
    const home = await temporary();
    await syncFolder(join(home, 'missing'));
    vi.spyOn(await fileHandlePrototype(), 'sync').mockRejectedValue(fileError('EINVAL'));
    await syncFolder(home);
    expect(openFilesIn(tmpdir()).filter((path) => path.startsWith(home))).toEqual([]);
  });
});
