import type { PromptContextMessage } from '@ctx/contract';
import type { RenderedMessages, RenderedRun } from '@ctx/trimmer';
import type { RenderedLog } from './rendered-log.ts';

/** The context of a prompt by message numbers: from `start` up to, not including, `end`, but for `current`. */
export interface NumberedWindow {
  /** The oldest message there is. */
  readonly oldest: number;
  readonly current: number;
  readonly start: number;
  readonly end: number;
}

/**
 * A window of a conversation, rendered with the help of what earlier prompts rendered. Which messages fit is found by
 * halving, since it is known where each line begins.
 */
export function renderedWindow(
  log: RenderedLog,
  window: NumberedWindow,
  messageAt: (number: number) => PromptContextMessage,
): RenderedMessages {
  return {
    newestWithin(room) {
      coverEnd(log, window, messageAt);
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
function coverEnd(
  log: RenderedLog,
  { oldest, end }: NumberedWindow,
  messageAt: (number: number) => PromptContextMessage,
): void {
  let units = log.end < oldest ? Number.POSITIVE_INFINITY : 0;
  for (let number = end; number > log.end && units <= log.maxBytes; number--) {
    units += messageAt(number - 1).content.length + 1;
  }
  if (units > log.maxBytes) log.restartAt(end);
  else log.append(end, messageAt);
}

/** The oldest message from which on all newer ones fit. */
function firstWithin(log: RenderedLog, window: NumberedWindow, lowest: number, room: number): number {
  let low = lowest;
  let high = window.end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bytesFrom(log, window, middle) <= room) high = middle;
    else low = middle + 1;
  }
  return low;
}

function bytesFrom(log: RenderedLog, { current, end }: NumberedWindow, from: number): number {
  const all = log.offsetOf(end) - log.offsetOf(from) - 1;
  return current >= from && current < end ? all - (log.offsetOf(current + 1) - log.offsetOf(current)) : all;
}

function runFrom(log: RenderedLog, window: NumberedWindow, first: number): RenderedRun {
  const { current, end } = window;
  const from = first === current && current < end ? first + 1 : first;
  if (current < from || current >= end) {
    return {
      count: end - from,
      bytes: from === end ? 0 : bytesFrom(log, window, from),
      lines: () => log.lines(from, end),
      chunks: () => log.chunks(from, end),
    };
  }
  return {
    count: end - from - 1,
    bytes: bytesFrom(log, window, from),
    lines: () => [...log.lines(from, current), ...log.lines(current + 1, end)],
    chunks: () => [...log.chunks(from, current, true), ...log.chunks(current + 1, end)],
  };
}
