import { describe, expect, it } from 'vitest';
import { createLeaseClock } from './lease-clock.ts';

function clockWithFakeTime() {
  let now = 0;
  const clock = createLeaseClock(() => now);
  return {
    clock,
    /** Checks once a second for `seconds`. Returns whether the lease was over at the last check. */
    checkEverySecond(seconds: number, beats: number) {
      let isOver = false;
      for (let second = 0; second < seconds; second++) {
        now += 1_000;
        isOver = clock.isOver('turn', beats, 60_000);
      }
      return isOver;
    },
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
  };
}

describe('a lease', () => {
  it('is over when there was no heartbeat for its length', () => {
    const { checkEverySecond } = clockWithFakeTime();
    expect(checkEverySecond(60, 1)).toBe(false);
    expect(checkEverySecond(1, 1)).toBe(true);
  });

  it('starts again with every heartbeat', () => {
    const { checkEverySecond } = clockWithFakeTime();
    for (let beats = 1; beats < 20; beats++) expect(checkEverySecond(50, beats)).toBe(false);
  });

  it('counts a long gap between two checks only as a quarter of the lease', () => {
    const { checkEverySecond, pass } = clockWithFakeTime();
    checkEverySecond(10, 1);
    pass(3_600);
    expect(checkEverySecond(1, 1)).toBe(false);
    expect(checkEverySecond(35, 1)).toBe(false);
    expect(checkEverySecond(1, 1)).toBe(true);
  });

  it('starts again after it was forgotten', () => {
    const { clock, checkEverySecond } = clockWithFakeTime();
    checkEverySecond(61, 1);
    clock.forget('turn');
    expect(checkEverySecond(60, 1)).toBe(false);
  });
});
