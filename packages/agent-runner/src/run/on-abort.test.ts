import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onAbort } from './on-abort.ts';

describe('listening for an abort', () => {
  it('adds one listener to a signal that many turns share, and removes it after the last turn', () => {
    const controller = new AbortController();
    const calls: number[] = [];
    const stops = Array.from({ length: 16 }, (_, index) => onAbort(controller.signal, () => calls.push(index)));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    stops[3]?.();
    controller.abort();
    expect(calls).toEqual([0, 1, 2, ...Array.from({ length: 12 }, (_, index) => index + 4)]);
    for (const stop of stops) stop();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('works again after the last listener was removed', () => {
    const controller = new AbortController();
    let calls = 0;
    onAbort(controller.signal, () => calls++)();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    onAbort(controller.signal, () => calls++);
    controller.abort();
    expect(calls).toBe(1);
  });

  it('needs no signal', () => {
    expect(() => onAbort(undefined, () => {})()).not.toThrow();
  });
});
