import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { isGone, ownIdentity } from './process-identity.ts';

// Other test files share this process: load the modules again, with the spies, and once more without them afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The real functions, except where a test needs another system or a dead process.
vi.mock('node:fs', { spy: true });

afterEach(() => {
  vi.mocked(readFileSync).mockReset();
  vi.mocked(readlinkSync).mockReset();
});

const NO_PROCESS = 2_147_483_647;
const onLinux = describe.runIf(process.platform === 'linux');

function withoutProc(): void {
  const missing = () => {
    throw new Error('ENOENT');
  };
  vi.mocked(readFileSync).mockImplementation(missing);
  vi.mocked(readlinkSync).mockImplementation(missing);
}

function withStat(state: string, startedAt: string): void {
  const fields = [state, 1, 1, ...Array.from({ length: 16 }, () => 0), startedAt, 0];
  vi.mocked(readFileSync).mockReturnValue(`1 (a (b) c) ${fields.join(' ')}\n`);
}

onLinux('on Linux, a process', () => {
  const self = ownIdentity();

  it('is identified by pid, start, boot, PID namespace and host', () => {
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    expect(self).toEqual({
      pid: process.pid,
      startTime: expect.stringMatching(/^\d+$/),
      boot: expect.stringMatching(uuid),
      pidNamespace: expect.stringMatching(/^pid:\[\d+\]$/),
      host: hostname(),
    });
  });

  it('that runs is not gone, even if its start is not known', () => {
    expect(isGone(self, self)).toBe('no');
    expect(isGone({ ...self, startTime: null }, self)).toBe('no');
  });

  it('from before this machine was rebooted is gone', () => {
    expect(isGone({ ...self, boot: 'other' }, self)).toBe('yes');
  });

  it('of a machine with another host name but the same boot is on this machine', () => {
    expect(isGone({ ...self, host: 'old-name' }, self)).toBe('no');
  });

  it('is gone if a later process has its pid', () => {
    withStat('S', '7');
    expect(isGone({ ...self, startTime: '7' }, self)).toBe('no');
    expect(isGone({ ...self, startTime: '6' }, self)).toBe('yes');
  });

  it.each(['Z', 'X'])('in state %s is gone, though its pid is still taken', (state) => {
    withStat(state, '7');
    expect(isGone({ ...self, startTime: '7' }, self)).toBe('yes');
  });
});

describe('a process', () => {
  const self = ownIdentity();

  it('on another machine or in another PID namespace is unknown', () => {
    expect(isGone({ ...self, host: 'elsewhere', boot: 'other' }, self)).toBe('unknown');
    expect(isGone({ ...self, pid: NO_PROCESS, pidNamespace: 'pid:[1]' }, self)).toBe('unknown');
  });

  it('on a system without /proc is identified by pid and host', () => {
    withoutProc();
    const here = ownIdentity();
    expect(here).toEqual({ pid: process.pid, startTime: null, boot: null, pidNamespace: null, host: hostname() });
    expect(isGone(here, here)).toBe('no');
    expect(isGone({ ...here, pid: NO_PROCESS }, here)).toBe('yes');
    expect(isGone({ ...here, host: 'elsewhere' }, here)).toBe('unknown');
  });

  it('is looked for by host name if only one of the two boots is known', () => {
    const known = { ...self, boot: 'known' };
    const unknown = { ...self, boot: null };
    expect(isGone(unknown, known)).toBe('no');
    expect(isGone(known, unknown)).toBe('no');
    expect(isGone({ ...unknown, host: 'elsewhere' }, known)).toBe('unknown');
    expect(isGone({ ...known, host: 'elsewhere' }, unknown)).toBe('unknown');
  });
});
