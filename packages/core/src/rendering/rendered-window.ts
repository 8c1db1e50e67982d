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

function bytesFrom(log: RenderedLog, window: NumberedWindow, from: number): number {
  const { current, end } = window;
  const skipped = holdsCurrent(window, from) ? log.offsetOf(current + 1) - log.offsetOf(current) : 0;
  return log.offsetOf(end) - log.offsetOf(from) - skipped - 1;
}

function holdsCurrent({ current, end }: NumberedWindow, from: number): boolean {
  return current >= from && current < end;
}

function runFrom(log: RenderedLog, window: NumberedWindow, from: number): RenderedRun {
  const { current, end } = window;
  const isSplit = holdsCurrent(window, from);
  return {
    count: end - from - (isSplit ? 1 : 0),
    bytes: Math.max(0, bytesFrom(log, window, from)),
    lines: () => (isSplit ? log.lines(from, current).concat(log.lines(current + 1, end)) : log.lines(from, end)),
    chunks: () =>
      isSplit
        ? log.chunks(from, current, current + 1 < end).concat(log.chunks(current + 1, end))
        : log.chunks(from, end),
  };
}
