import type { AgentContextOptions } from '@ctx/contract';
import { type MessageLog, unknownMessage } from './message-log.ts';

/** Which messages make up a prompt: one to answer, and a stretch of others. */
export interface ContextWindow {
  /** Position of the message to answer. */
  readonly current: number;
  /** The context is all positions from `start` up to, not including, `end`, but for `current`. */
  readonly start: number;
  readonly end: number;
}

/**
 * The window a call asks for, or `undefined` when there are no messages.
 * @throws RangeError for a window that is negative or NaN.
 * @throws CtxError `CTX_UNKNOWN_MESSAGE`
 */
export function contextWindow(log: MessageLog, size: number, options: AgentContextOptions): ContextWindow | undefined {
  requireWindowSize(size);
  const { replyTo, upTo } = options;
  const length = upTo === undefined ? log.length : log.positionOf(upTo) + 1;
  const current = replyTo === undefined ? length - 1 : log.positionOf(replyTo);
  if (current < 0) return undefined;
  if (current >= length) throw unknownMessage(replyTo);
  const end = current === length - 1 ? current : length;
  const start = Math.max(0, end - Math.floor(size));
  // The message to answer does not count: where it lies inside, the window reaches one further back.
  return { current, start: holds({ current, start, end }) ? Math.max(0, start - 1) : start, end };
}

function holds({ current, start, end }: ContextWindow): boolean {
  return current >= start && current < end;
}

/** How many messages of context a window holds. */
export function windowLength(window: ContextWindow): number {
  return window.end - window.start - (holds(window) ? 1 : 0);
}

/** The position of a window's message, counted from its oldest. */
export function positionInWindow({ current, start }: ContextWindow, index: number): number {
  const position = start + index;
  return current >= start && position >= current ? position + 1 : position;
}

/** Refuses a window that is negative or NaN. */
export function requireWindowSize(size: number): void {
  if (typeof size === 'number' && size >= 0) return;
  throw new RangeError(`The window must be a number ≥ 0, got ${String(size)}`);
}
