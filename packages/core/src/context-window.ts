import { type AgentContextOptions, CtxError } from '@ctx/contract';
import type { MessageLog } from './message-log.ts';

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
  if (replyTo === undefined) {
    const current = length - 1;
    return current < 0 ? undefined : { current, start: Math.max(0, current - Math.floor(size)), end: current };
  }
  const current = log.positionOf(replyTo);
  if (current >= length) {
    throw new CtxError(
      'CTX_UNKNOWN_MESSAGE',
      `Message "${replyTo}" comes after "${upTo}", where the conversation ends.`,
    );
  }
  const start = length - Math.min(Math.floor(size), length - 1);
  // The message to answer does not count: where it lies inside, the window reaches one further back.
  return { current, start: current >= start ? start - 1 : start, end: length };
}

/** How many messages of context a window holds. */
export function windowLength({ current, start, end }: ContextWindow): number {
  return end - start - (current >= start && current < end ? 1 : 0);
}

/** The positions of a window's context, newest first. */
export function* newestFirst({ current, start, end }: ContextWindow): Generator<number, void> {
  for (let position = end - 1; position >= start; position--) {
    if (position !== current) yield position;
  }
}

/** Refuses a window that is negative or NaN. */
export function requireWindowSize(size: number): void {
  if (typeof size !== 'number' || Number.isNaN(size) || size < 0) {
    throw new RangeError(`The context window must be a number ≥ 0 or Infinity, got ${String(size)}`);
  }
}
