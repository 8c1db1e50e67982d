import { link, mkdtemp, readdir, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileError, fileHandlePrototype } from './__fixtures__/file-handle.ts';
import { ownIdentity } from './process-identity.ts';
import { acquireSessionLock } from './session-lock.ts';

// Other test files share this process: load the modules again, with the spies, and once more without them afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The real functions. A test makes another process act at one of these moments.
vi.mock('node:fs/promises', { spy: true });
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));

beforeEach(() => {
  vi.mocked(sleep).mockReset();
  vi.mocked(link).mockReset();
});

const token = 'cccccccc-1111-4111-8111-111111111111';
const gone = JSON.stringify({ ...ownIdentity(), pid: 2_147_483_647, token });
const other = JSON.stringify({ ...ownIdentity(), boot: 'other', host: 'elsewhere', token });

async function lockWith(content?: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'ctx-lock-')), 'lock');
  if (content !== undefined) await writeFile(path, content);
  return path;
}

/** Lets another process act when the lock at `path` is about to be created. */
async function beforeLockAt(path: string, act: () => Promise<void>): Promise<void> {
  const real = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
  vi.mocked(link).mockImplementation(async (from, to) => {
    if (to === path) await act();
    return real.link(from, to);
  });
}

describe('a lock file that is not complete yet', () => {
  it('is waited for, and its holder keeps it', async () => {
    const path = await lockWith('');
    vi.mocked(sleep).mockImplementationOnce(() => writeFile(path, other) as Promise<never>);
    await expect(acquireSessionLock(path)).rejects.toThrow('on elsewhere');
    expect(await readFile(path, 'utf8')).toBe(other);
  });

  it('is taken once it is deleted', async () => {
    const path = await lockWith('');
    vi.mocked(sleep).mockImplementationOnce(() => unlink(path) as Promise<never>);
    await (await acquireSessionLock(path)).release();
    expect(sleep).toHaveBeenCalledOnce();
  });

  it('may be deleted while its age is looked up', async () => {
    const path = await lockWith('');
    vi.mocked(stat).mockImplementationOnce(async () => {
      await unlink(path);
      throw fileError('ENOENT');
    });
    await (await acquireSessionLock(path)).release();
  });

  it('is left alone if it stays so, and the error says to try again', async () => {
    const path = await lockWith('');
    const sync = vi.spyOn(await fileHandlePrototype(), 'sync').mockResolvedValue();
    await expect(acquireSessionLock(path)).rejects.toMatchObject({
      code: 'CTX_STORE_LOCKED',
      message: `The lock ${path} is damaged, or others are taking it. Try again in a few seconds.`,
    });
    sync.mockRestore();
    expect(await readdir(dirname(path))).toEqual(['lock']);
  });
});

describe('a stale lock', () => {
  it.each([
    ['of a process that has ended', gone, token],
    ['that cannot be read', '', 'unreadable'],
  ])('%s is not touched while another process replaces it', async (_what, content, name) => {
    const path = await lockWith(content);
    await utimes(path, 1, 1);
    const replacing = await acquireSessionLock(`${path}.${name}`);
    vi.mocked(sleep).mockImplementationOnce(async () => {
      expect(await readFile(path, 'utf8')).toBe(content);
      await replacing.release();
    });
    await (await acquireSessionLock(path)).release();
    expect(sleep).toHaveBeenCalledOnce();
  });

  it('that another process has replaced is that process’s', async () => {
    const path = await lockWith(gone);
    const now = other.replace(/c{8}/, 'd'.repeat(8));
    await beforeLockAt(`${path}.${token}`, () => writeFile(path, now));
    await expect(acquireSessionLock(path)).rejects.toThrow('on elsewhere');
    expect(await readFile(path, 'utf8')).toBe(now);
    expect(await readdir(dirname(path))).toEqual(['lock']);
  });

  it('that another process has replaced and released is free', async () => {
    const path = await lockWith(gone);
    await beforeLockAt(`${path}.${token}`, () => unlink(path));
    await (await acquireSessionLock(path)).release();
    expect(sleep).toHaveBeenCalledOnce();
  });
});

describe('a lock', () => {
  it('that is released between two looks at it is taken', async () => {
    const path = await lockWith();
    vi.mocked(link).mockRejectedValueOnce(fileError('EEXIST'));
    await (await acquireSessionLock(path)).release();
    expect(sleep).not.toHaveBeenCalled();
  });

  it('that is released twice at the same time is deleted once, because it may be another’s by then', async () => {
    const path = await lockWith();
    const lock = await acquireSessionLock(path);
    vi.mocked(unlink).mockClear();
    await Promise.all([lock.release(), lock.release()]);
    expect(vi.mocked(unlink).mock.calls).toEqual([[path]]);
  });
});
