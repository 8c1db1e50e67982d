import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFilesIn } from './__fixtures__/open-files.ts';
import { ownIdentity } from './process-identity.ts';
import { acquireSessionLock } from './session-lock.ts';

const lockPath = async () => join(await mkdtemp(join(tmpdir(), 'ctx-lock-')), 'lock');

const token = 'cccccccc-1111-4111-8111-111111111111';
/** A process that has ended. */
const gone = { ...ownIdentity(), pid: 2_147_483_647, token };
/** A process on a machine that this one knows nothing about. */
const elsewhere = { ...gone, pid: 4711, boot: 'other', host: 'elsewhere' };

describe('a lock', () => {
  it('keeps out other holders until it is released, and says who has it', async () => {
    const path = await lockPath();
    const { pid, host } = ownIdentity();
    const lock = await acquireSessionLock(path);
    await expect(acquireSessionLock(path)).rejects.toMatchObject({
      code: 'CTX_STORE_LOCKED',
      message: `The session is in use by process ${pid} on ${host}. Wait for it to end, or start another session.`,
    });
    await lock.release();
    await (await acquireSessionLock(path)).release();
  });

  it('of another machine is never taken over; the error says what to do if that machine is gone', async () => {
    const path = await lockPath();
    await writeFile(path, JSON.stringify(elsewhere));
    await expect(acquireSessionLock(path)).rejects.toMatchObject({
      code: 'CTX_STORE_LOCKED',
      message:
        'The session is in use by process 4711 on elsewhere, which cannot be checked from here. ' +
        `If it has ended, delete ${path}.`,
    });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(elsewhere);
  });

  it('leaves no files behind, and none open', async () => {
    const path = await lockPath();
    await (await acquireSessionLock(path)).release();
    expect(await readdir(dirname(path))).toEqual([]);
    await writeFile(path, JSON.stringify(gone));
    const lock = await acquireSessionLock(path);
    expect(openFilesIn(dirname(path))).toEqual([]);
    await lock.release();
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it('whose pid now belongs to another process is stale', async () => {
    const path = await lockPath();
    await acquireSessionLock(path);
    const owner = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...owner, startTime: '1' }));
    const stale = process.platform === 'linux';
    const taken = await acquireSessionLock(path).catch(() => undefined);
    expect(taken !== undefined).toBe(stale);
  });

  it.each([
    ['is empty', ''],
    ['is not JSON', '{"pid":'],
    ['lacks its host', JSON.stringify({ ...elsewhere, host: undefined })],
    ['has a pid that no process has', JSON.stringify({ ...elsewhere, pid: 0 })],
    // The token becomes a part of a file name.
    ['has a token that begins with a path', JSON.stringify({ ...gone, token: `missing/${token}` })],
    ['has a token that ends with a path', JSON.stringify({ ...gone, token: `${token}/missing` })],
  ])('that %s was left by a crash, and is stale after a while', async (_what, content) => {
    const path = await lockPath();
    await writeFile(path, content);
    await utimes(path, 1, 1);
    const lock = await acquireSessionLock(path);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it('that was deleted by hand and taken by another process is not released by the first', async () => {
    const path = await lockPath();
    const first = await acquireSessionLock(path);
    await writeFile(path, JSON.stringify(elsewhere));
    await first.release();
    expect(await readdir(dirname(path))).toEqual(['lock']);
  });

  it('is refused at once if a folder has its name, or the name of the lock that taking over needs', async () => {
    const path = await lockPath();
    await mkdir(path);
    await expect(acquireSessionLock(path)).rejects.toMatchObject({ code: 'EISDIR' });
    const stale = await lockPath();
    await writeFile(stale, JSON.stringify(gone));
    await mkdir(`${stale}.${token}`);
    await expect(acquireSessionLock(stale)).rejects.toMatchObject({ code: 'EISDIR' });
    expect(JSON.parse(await readFile(stale, 'utf8'))).toEqual(gone);
  });
});
