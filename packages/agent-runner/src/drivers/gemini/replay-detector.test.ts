import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createReplayDetector } from './replay-detector.ts';

const START_MS = Date.parse('2026-11-17T10:00:00Z');
const after = (ms: number): string => new Date(START_MS + ms).toISOString();

/** Adds deltas without times, and returns for each whether the answer started again. */
function added(...deltas: readonly string[]) {
  const detector = createReplayDetector();
  return { starts: deltas.map((delta) => detector.add(delta, undefined)), text: detector.text() };
}

describe('an answer that starts again', () => {
  it('is recognised when all of it is repeated, from twelve characters on', () => {
    expect(added('Hello there,', 'Hello there,')).toEqual({ starts: [false, true], text: 'Hello there,' });
    expect(added('Hello there', 'Hello there')).toEqual({ starts: [false, false], text: 'Hello thereHello there' });
  });

  it('may be split into other deltas', () => {
    expect(added('Hello', ' there, all', 'Hello there, all').starts).toEqual([false, false, true]);
    expect(added('Hello ', 'there, friend', 'Hello there,', ' friend', '.')).toEqual({
      starts: [false, false, false, true, false],
      text: 'Hello there, friend.',
    });
    expect(added('Hello there, ', 'Hello there, my')).toEqual({ starts: [false, true], text: 'Hello there, my' });
  });

  it('is not assumed when only the beginning is the same', () => {
    expect(added('Hello ', 'there, friend.', 'Hello ', 'world, people!').starts).toEqual([false, false, false, false]);
  });

  it('is recognised when it begins with repeated words', () => {
    expect(added('na ', 'na ', 'batman!', 'na ', 'na ', 'batman!').starts.at(-1)).toBe(true);
  });

  it('is recognised after something that only began like a repetition', () => {
    const { starts, text } = added('Hello ', 'there, friend.', 'Hello ', 'Hello ', 'there, friend.', 'Hello ');
    expect(starts).toEqual([false, false, false, false, false, true]);
    expect(text).toBe('Hello there, friend.Hello ');
  });

  it('is recognised when the stream breaks off in the repetition, after twelve characters', () => {
    const brokenOff = (again: string) => {
      const detector = createReplayDetector();
      for (const delta of ['Hello there, friend.', again]) detector.add(delta, undefined);
      detector.breakOff();
      return detector.text();
    };
    expect(brokenOff('Hello there,')).toBe('Hello there,');
    expect(brokenOff('Hello there')).toBe('Hello there, friend.Hello there');
  });
});

describe('the pause before an answer that starts again', () => {
  /** Whether the last delta, after this pause, is a new start. */
  const startsAgain = (pauseMs: number, ...deltas: readonly string[]): boolean => {
    const detector = createReplayDetector();
    for (const delta of deltas.slice(0, -1)) detector.add(delta, after(0));
    return detector.add(String(deltas.at(-1)), after(pauseMs));
  };

  it('makes the same first delta a new start, from one second on', () => {
    expect(startsAgain(1_000, 'Hi.', ' Friend', 'Hi.')).toBe(true);
    expect(startsAgain(999, 'Hi.', ' Friend', 'Hi.')).toBe(false);
  });

  it('changes nothing if the delta is another one, or has only one character', () => {
    expect(startsAgain(5_000, 'Hi', ' you', 'Hi there')).toBe(false);
    expect(startsAgain(5_000, 'a ', 'b', 'a ')).toBe(false);
  });

  it('must be none or at least half a second for a repetition to begin', () => {
    const repeated = (pauseMs: number): boolean => {
      const detector = createReplayDetector();
      detector.add('Hello there,', after(0));
      detector.add(' friend.', after(0));
      detector.add('Hello', after(pauseMs));
      return detector.add(' there, friend.', after(pauseMs));
    };
    expect(repeated(0)).toBe(true);
    expect(repeated(499)).toBe(false);
    expect(repeated(500)).toBe(true);
  });

  it('is only computed for a delta that begins like the answer, because reading times is slow', () => {
    const parse = vi.spyOn(Date, 'parse');
    onTestFinished(() => parse.mockRestore());
    const detector = createReplayDetector();
    for (const delta of ['Hello', ' there', ', friend']) detector.add(delta, '2026-11-17T10:00:00Z');
    const readBefore = parse.mock.calls.length;
    for (const delta of [' How', ' are', ' you?']) detector.add(delta, '2026-11-17T10:00:00Z');
    expect(parse.mock.calls.length).toBe(readBefore);
  });

  it('is unknown unless both times are texts', () => {
    for (const [before, now] of [
      [1, 2],
      [1, after(0)],
      [after(-1_000_000_000_000), 2_002],
    ]) {
      const detector = createReplayDetector();
      detector.add('Hi.', before);
      detector.add(' all', before);
      expect(detector.add('Hi.', now)).toBe(false);
    }
  });
});
