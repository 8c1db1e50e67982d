import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTurnClock, type TurnClockOptions } from './turn-clock.ts';

const LIMITS = { timeoutMs: 10_000, idleTimeoutMs: 1_000, settleMs: 100 };

/**
 * A clock with fake timers, and its reports with their times. It decides in an immediate, which takes a millisecond of
 * fake time.
 */
function started(limits: Partial<Omit<TurnClockOptions, 'onTimeout'>> = {}) {
  const reports: string[] = [];
  const startedAt = performance.now();
  const clock = startTurnClock({
    ...LIMITS,
    ...limits,
    onTimeout: (reason) => reports.push(`${reason} after ${Math.round(performance.now() - startedAt) - 1}`),
  });
  return { clock, reports };
}

/** The number of timers ever set, with the one that asks. Fake timers are numbered. */
function timersSoFar(): number {
  const timer = setTimeout(() => {});
  clearTimeout(timer);
  return Number(timer);
}

describe('the clock of a turn', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // The host has been running for a while when a turn begins.
    vi.advanceTimersByTime(60_000);
  });
  afterEach(() => void vi.useRealTimers());

  it('reports silence once, after the allowed time', () => {
    const { reports } = started();
    vi.advanceTimersByTime(1_000);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(20_000);
    expect(reports).toEqual(['idle after 1000']);
  });

  it('measures silence from the last output', () => {
    const { clock, reports } = started();
    vi.advanceTimersByTime(600);
    clock.sawOutput();
    vi.advanceTimersByTime(1_000);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reports).toEqual(['idle after 1600']);
  });

  it('reports that the turn takes too long, even if output keeps coming', () => {
    const { clock, reports } = started();
    for (let step = 0; step < 30; step++) {
      vi.advanceTimersByTime(500);
      clock.sawOutput();
    }
    expect(reports).toEqual(['timed-out after 10000']);
  });

  it('does not count silence while held, but does count the total time', () => {
    const { clock, reports } = started();
    clock.hold(true);
    vi.advanceTimersByTime(10_000);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reports).toEqual(['timed-out after 10000']);
  });

  it('measures silence from the end of a hold', () => {
    const { clock, reports } = started();
    vi.advanceTimersByTime(900);
    clock.hold(true);
    vi.advanceTimersByTime(3_000);
    clock.hold(false);
    vi.advanceTimersByTime(1_000);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reports).toEqual(['idle after 4900']);
  });

  it('is not restarted by a second release', () => {
    const { clock, reports } = started();
    vi.advanceTimersByTime(900);
    clock.hold(false);
    vi.advanceTimersByTime(101);
    expect(reports).toEqual(['idle after 1000']);
  });

  it('sets no timer if nothing changes', () => {
    const { clock } = started();
    clock.hold(true);
    clock.expectExit();
    const before = timersSoFar();
    expect(before).toBeGreaterThan(0);
    for (let index = 0; index < 100; index++) {
      clock.sawOutput();
      clock.hold(true);
      clock.expectExit();
    }
    expect(timersSoFar()).toBe(before + 1);
  });

  it('waits a shorter time for the exit after the answer is complete', () => {
    const { clock, reports } = started();
    vi.advanceTimersByTime(500);
    clock.sawOutput();
    clock.expectExit();
    vi.advanceTimersByTime(100);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reports).toEqual(['settled after 600']);
  });

  it('does not wait again if the silence has already lasted that long when the answer is complete', () => {
    const { clock, reports } = started();
    vi.advanceTimersByTime(500);
    clock.expectExit();
    vi.advanceTimersByTime(2);
    expect(reports).toEqual(['settled after 501']);
  });

  it('lets waiting output be read before it decides', () => {
    const { clock, reports } = started();
    // Pipes are read after timers and before immediates. After the host was busy, both timers and pipes are due.
    setTimeout(() => setImmediate(() => clock.sawOutput()), 999);
    vi.advanceTimersByTime(2_000);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reports).toEqual(['idle after 2000']);
  });

  it.each([
    ['right before the clock looks', 9_999],
    ['long before', 10],
  ])("counts a pause of the host as nobody's time: %s", (_when, before) => {
    let pausedMs = 0;
    const { clock, reports } = started({ idleTimeoutMs: 60_000, timeoutMs: 100_000 });
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + pausedMs);
    vi.advanceTimersByTime(before);
    pausedMs = 3_600_000;
    vi.advanceTimersByTime(60_000);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(30_000);
    clock.stop();
    expect(reports).toEqual([`idle after ${pausedMs + 70_000}`]);
  });

  it('can be set to more than the longest timer', () => {
    const month = 30 * 24 * 3_600_000;
    const { reports } = started({ timeoutMs: month, idleTimeoutMs: 2 * month });
    vi.advanceTimersByTime(month);
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reports).toEqual([`timed-out after ${month}`]);
  });

  it('reports nothing after it is stopped, not even a report that was due', () => {
    const { clock, reports } = started();
    vi.advanceTimersByTime(999);
    setTimeout(() => clock.stop(), 1); // In the same millisecond, before the immediate.
    vi.advanceTimersByTime(50_000);
    expect(reports).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer after it is stopped', () => {
    const { clock } = started();
    clock.hold(true);
    clock.hold(false);
    clock.expectExit();
    clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
