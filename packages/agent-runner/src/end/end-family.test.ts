import { afterEach, describe, expect, it, vi } from 'vitest';
import { endFamily } from './end-family.ts';
import type { ProcessFamily } from './process-family.ts';

/** A family that is alive for a number of checks, and the signals it got. */
function stubborn(looksUntilGone: number): ProcessFamily & { readonly signals: string[] } {
  const signals: string[] = [];
  let looks = 0;
  return {
    signals,
    noteTree: () => [],
    signal: (signal) => signals.push(signal),
    isAlive: () => {
      looks += 1;
      return looks <= looksUntilGone;
    },
  };
}

describe('ending a family', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('gives exactly the grace period even if the system clock is set %s', async (_, stepMs) => {
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += stepMs;
      return now;
    });
    const quick = stubborn(4);
    await endFamily(quick, 60_000);
    expect(new Set(quick.signals)).toEqual(new Set(['SIGTERM']));
    const slow = stubborn(12);
    await endFamily(slow, 50);
    expect(slow.signals).toContain('SIGKILL');
  });

  it('sends no signal when no process is alive', async () => {
    const family = stubborn(0);
    await endFamily(family, 50);
    expect(family.signals).toEqual([]);
  });
});
