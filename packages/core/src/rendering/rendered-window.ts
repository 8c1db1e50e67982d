import type { RenderedMessages, RenderedRun } from '@ctx/trimmer';
import { type ContextWindow, countFrom, isSplit } from '../context-window.ts';
import type { MessageByNumber, RenderedLog } from './rendered-log.ts';

/**
 * A window of a conversation, rendered with the help of what earlier prompts rendered. Which messages fit is found by
 * halving, since it is known where each line begins. `oldest` is the first message there still is.
 */
export function renderedWindow(
  log: RenderedLog,
  window: ContextWindow,
  oldest: number,
  messageAt: MessageByNumber,
): RenderedMessages {
  return {
    newestWithin(room) {
      coverEnd(log, window.end, oldest, messageAt);
      for (;;) {
        const lowest = Math.max(window.start, log.first);
        const from = firstWithin(log, window, lowest, room);
        if (from > lowest || lowest === window.start) return runFrom(log, window, from);
        log.prepend(window.start, messageAt);
      }
    },
  };
}

// New messages are added to what is there, unless they alone fill the budget or those between are gone.
function coverEnd(log: RenderedLog, end: number, oldest: number, messageAt: MessageByNumber): void {
  let units = log.end < oldest ? Number.POSITIVE_INFINITY : 0;
  for (let number = end; number > log.end && units <= log.maxBytes; number--) {
    units += messageAt(number - 1).content.length + 1;
  }
  if (units > log.maxBytes) log.restartAt(end);
  else log.append(end, oldest, messageAt);
}

/** The oldest message from which on all newer ones fit. */
function firstWithin(log: RenderedLog, window: ContextWindow, lowest: number, room: number): number {
  let low = lowest;
  let high = window.end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bytesFrom(log, window, middle) <= room) high = middle;
    else low = middle + 1;
  }
  return low;
}

function bytesFrom(log: RenderedLog, window: ContextWindow, from: number): number {
  const { current, end } = window;
  const skipped = isSplit(window, from) ? log.offsetOf(current + 1) - log.offsetOf(current) : 0;
  return log.offsetOf(end) - log.offsetOf(from) - skipped - 1;
}

function runFrom(log: RenderedLog, window: ContextWindow, from: number): RenderedRun {
  const { current, end } = window;
  const gap = isSplit(window, from);
  return {
    count: countFrom(window, from),
    bytes: Math.max(0, bytesFrom(log, window, from)),
    lines: () => (gap ? log.lines(from, current).concat(log.lines(current + 1, end)) : log.lines(from, end)),
    chunks: () =>
      gap ? log.chunks(from, current, current + 1 < end).concat(log.chunks(current + 1, end)) : log.chunks(from, end),
  };
}
