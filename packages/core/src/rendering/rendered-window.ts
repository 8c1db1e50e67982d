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
  const skipped = current >= from && current < end ? log.offsetOf(current + 1) - log.offsetOf(current) : 0;
  return log.offsetOf(end) - log.offsetOf(from) - skipped - 1;
}

/** What is before and what is behind the current message. */
function stretches({ current, end }: NumberedWindow, from: number): [start: number, end: number][] {
  if (current < from || current >= end) return from < end ? [[from, end]] : [];
  return from < current
    ? [
        [from, current],
        [current + 1, end],
      ]
    : [[current + 1, end]];
}

function runFrom(log: RenderedLog, window: NumberedWindow, from: number): RenderedRun {
  const parts = stretches(window, from);
  return {
    count: parts.reduce((count, [start, end]) => count + end - start, 0),
    bytes: Math.max(0, bytesFrom(log, window, from)),
    lines: () => ([] as string[]).concat(...parts.map(([start, end]) => log.lines(start, end))),
    chunks: () => parts.flatMap(([start, end]) => log.chunks(start, end, end < window.end)),
  };
}
