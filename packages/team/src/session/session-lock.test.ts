import { mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleChildren } from './__fixtures__/bundle-children.ts';
import { isGone, ownIdentity } from './process-identity.ts';
import { acquireSessionLock } from './session-lock.ts';

let start: Awaited<ReturnType<typeof bundleChildren>>;
beforeAll(async () => {
  start = await bundleChildren();
}, 60_000);

const lockPath = async () => join(await mkdtemp(join(tmpdir(), 'ctx-lock-')), 'lock');

describe('a lock', () => {
  it('keeps out other holders, in the same process and in another', async () => {
    const path = await lockPath();
    const child = start(['hold', path]);
    await child.said('held');
    await expect(acquireSessionLock(path)).rejects.toMatchObject({
      code: 'CTX_STORE_LOCKED',
      message: expect.stringContaining(`process ${child.process.pid} on`),
    });
    child.process.kill('SIGKILL');
    await child.ended;
    const lock = await acquireSessionLock(path);
    await expect(acquireSessionLock(path)).rejects.toMatchObject({ code: 'CTX_STORE_LOCKED' });
    await lock.release();
    await lock.release();
    await (await acquireSessionLock(path)).release();
  });

  it('leaves no files behind', async () => {
    const path = await lockPath();
    await (await acquireSessionLock(path)).release();
    expect(await readdir(join(path, '..'))).toEqual([]);
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

  it('that has been empty for a while, as after a crash, is stale', async () => {
    const path = await lockPath();
    await writeFile(path, '');
    await utimes(path, 1, 1);
    const lock = await acquireSessionLock(path);
    await lock.release();
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  it('that was deleted by hand and taken by another process is not released by the first', async () => {
    const path = await lockPath();
    const first = await acquireSessionLock(path);
    const owner = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(
      path,
      JSON.stringify({ ...owner, token: owner.token.replace(/^./, owner.token[0] === 'a' ? 'b' : 'a') }),
    );
    await first.release();
    expect(await readdir(join(path, '..'))).toEqual(['lock']);
  });

  it('has one holder at a time, even if many processes take over the lock of a killed one', async () => {
    const path = await lockPath();
    const children = Array.from({ length: 6 }, () => start(['contend', path, '6']));
    const ends = await Promise.all(children.map(async (child) => ({ ...(await child.ended), stderr: child.stderr() })));
    // Each kills itself with the lock held after its last round. One that met another holder would have failed before.
    expect(ends).toEqual(ends.map(() => ({ code: null, signal: 'SIGKILL', stderr: '' })));
  }, 60_000);
});

describe('a process', () => {
  const self = ownIdentity();

  it('that runs is not gone', () => {
    expect(isGone(self, self)).toBe('no');
  });

  it('on another machine or in another PID namespace is unknown', () => {
    expect(isGone({ ...self, host: 'elsewhere', boot: 'other' }, self)).toBe('unknown');
    expect(isGone({ ...self, pidNamespace: 'pid:[1]' }, self)).toBe('unknown');
  });

  it('from before this machine was rebooted is gone', () => {
    expect(isGone({ ...self, boot: 'other' }, self)).toBe('yes');
  });

  it('that was killed is gone', async () => {
    const child = start(['hold', await lockPath()]);
    await child.said('held');
    const pid = child.process.pid!;
    child.process.kill('SIGKILL');
    await child.ended;
    expect(isGone({ ...self, pid, startTime: null }, self)).toBe('yes');
  });
});
