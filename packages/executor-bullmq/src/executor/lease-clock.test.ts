import { describe, expect, it } from 'vitest';
import { createLeaseClock } from './lease-clock.ts';

function clockAt() {
  let now = 0;
  const clock = createLeaseClock(() => now);
  return {
    clock,
    /** Looks every second for a while; true when the lease was over at the end. */
    look(seconds: number, beats: number) {
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
  it('is over when nothing was heard for its time', () => {
    const { look } = clockAt();
    expect(look(60, 1)).toBe(false);
    expect(look(1, 1)).toBe(true);
  });

  it('begins anew with every sign of life', () => {
    const { look } = clockAt();
    for (let beats = 1; beats < 20; beats++) expect(look(50, beats)).toBe(false);
  });

  it('does not count time in which nobody could look', () => {
    const { look, pass } = clockAt();
    look(10, 1);
    pass(3_600);
    expect(look(1, 1)).toBe(false);
    expect(look(35, 1)).toBe(false);
    expect(look(1, 1)).toBe(true);
  });

  it('is forgotten when it is of no interest any more', () => {
    const { clock, look } = clockAt();
    look(61, 1);
    clock.forget('turn');
    expect(look(60, 1)).toBe(false);
  });
});
