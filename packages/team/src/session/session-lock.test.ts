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
  it('keeps a second one out, in the same process and in another', async () => {
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

  it('leaves nothing behind', async () => {
    const path = await lockPath();
    await (await acquireSessionLock(path)).release();
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  it('of a pid that now belongs to somebody else is stale', async () => {
    const path = await lockPath();
    await acquireSessionLock(path);
    const owner = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...owner, startTime: '1' }));
    const stale = process.platform === 'linux';
    const taken = await acquireSessionLock(path).catch(() => undefined);
    expect(taken !== undefined).toBe(stale);
  });

  it('that is empty since a machine crashed is stale, one made this instant is not', async () => {
    const path = await lockPath();
    await writeFile(path, '');
    await utimes(path, 1, 1);
    const lock = await acquireSessionLock(path);
    await lock.release();
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  it('that was removed by hand and taken by another is not released by the first', async () => {
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

  it('is never in two hands, however many take it over at the same time from one that was killed', async () => {
    const path = await lockPath();
    const children = Array.from({ length: 6 }, () => start(['contend', path, '6']));
    const ends = await Promise.all(children.map(async (child) => ({ ...(await child.ended), stderr: child.stderr() })));
    // Each kills itself with the lock in its hands after its last round; whoever found somebody inside died earlier.
    expect(ends).toEqual(ends.map(() => ({ code: null, signal: 'SIGKILL', stderr: '' })));
  }, 60_000);
});

describe('a process', () => {
  const self = ownIdentity();

  it('that lives is not gone', () => {
    expect(isGone(self, self)).toBe('no');
  });

  it('of another machine, or of another world of pids, is not known about', () => {
    expect(isGone({ ...self, host: 'elsewhere', boot: 'other' }, self)).toBe('unknown');
    expect(isGone({ ...self, pidNamespace: 'pid:[1]' }, self)).toBe('unknown');
  });

  it('of this machine before it was started anew is gone', () => {
    expect(isGone({ ...self, boot: 'other' }, self)).toBe('yes');
  });

  it('that ended is gone, also before anybody took note of its end', async () => {
    const child = start(['hold', await lockPath()]);
    await child.said('held');
    const pid = child.process.pid!;
    child.process.kill('SIGKILL');
    await child.ended;
    expect(isGone({ ...self, pid, startTime: null }, self)).toBe('yes');
  });
});
