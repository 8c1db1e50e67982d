import type { AgentContextOptions } from '@ctx/contract';
import { type MessageLog, unknownMessage } from './message-log.ts';
import { requireNumber } from './require-number.ts';

/** Which messages make up a prompt, by their numbers in the log: one to answer, and a stretch of others. */
export interface ContextWindow {
  /** The message to answer; in a log without messages, a number that none has. */
  readonly current: number;
  /** The context is all messages from `start` up to, not including, `end`, but for `current`. */
  readonly start: number;
  readonly end: number;
}

/**
 * The window a call asks for.
 * @throws RangeError for a window that is negative or NaN.
 * @throws CtxError `CTX_UNKNOWN_MESSAGE`
 */
export function contextWindow(log: MessageLog, size: number, options: AgentContextOptions): ContextWindow {
  requireNumber('The window', size);
  const { replyTo, upTo } = options;
  const last = upTo === undefined ? log.end - 1 : log.numberOf(upTo);
  const current = replyTo === undefined ? last : log.numberOf(replyTo);
  if (current > last) throw unknownMessage(replyTo);
  const end = current === last ? Math.max(log.first, last) : last + 1;
  const start = Math.max(log.first, end - Math.floor(size));
  const window = { current, start, end };
  // The message to answer does not count: where it lies inside, the window reaches one further back.
  return isSplit(window, start) ? { ...window, start: Math.max(log.first, start - 1) } : window;
}

/** Whether the message to answer lies among the others, from one of them on. */
export function isSplit({ current, end }: ContextWindow, from: number): boolean {
  return current >= from && current < end;
}

/** How many messages of context a window holds, from one of them on. */
export function countFrom(window: ContextWindow, from: number): number {
  return window.end - from - (isSplit(window, from) ? 1 : 0);
}

/** The number of a window's message, counted from its oldest. */
export function numberInWindow({ current, start }: ContextWindow, index: number): number {
  const number = start + index;
  return current >= start && number >= current ? number + 1 : number;
}
