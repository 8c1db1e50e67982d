import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleChildren } from './__fixtures__/bundle-children.ts';
import { isGone, ownIdentity } from './process-identity.ts';
import { acquireSessionLock } from './session-lock.ts';

let start: Awaited<ReturnType<typeof bundleChildren>>;
beforeAll(async () => {
  start = await bundleChildren();
});

const lockPath = async () => join(await mkdtemp(join(tmpdir(), 'ctx-lock-')), 'lock');

describe('a lock that several processes want', () => {
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

  it('has one holder at a time, even if many processes take over the lock of a killed one', async () => {
    const path = await lockPath();
    const children = Array.from({ length: 6 }, () => start(['contend', path, '6']));
    const ends = await Promise.all(children.map(async (child) => ({ ...(await child.ended), stderr: child.stderr() })));
    // Each kills itself with the lock held after its last round. One that met another holder would have failed before.
    expect(ends).toEqual(ends.map(() => ({ code: null, signal: 'SIGKILL', stderr: '' })));
  });
});

describe('a process', () => {
  it('that was killed is gone', async () => {
    const self = ownIdentity();
    const child = start(['hold', await lockPath()]);
    await child.said('held');
    const pid = child.process.pid!;
    child.process.kill('SIGKILL');
    await child.ended;
    expect(isGone({ ...self, pid, startTime: null }, self)).toBe('yes');
  });
});
