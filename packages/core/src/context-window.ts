import type { AgentContextOptions, ConversationMessage } from '@ctx/contract';
import { requireNumber } from '@ctx/trimmer';
import { type MessageLog, unknownMessage } from './message-log.ts';

/** The messages of a prompt, by their positions in the log: the current message, and a range that holds its context. */
export interface ContextWindow {
  /** The message to answer. In an empty log, a position without a message. */
  readonly current: number;
  /** The context is the range from `start` up to, not including, `end`, without `current` and messages of `without`. */
  readonly start: number;
  readonly end: number;
  /** Id of the agent whose own messages are left out, except those of a turn that did not complete. */
  readonly without?: string | undefined;
  /** Number of context messages. */
  readonly count: number;
  /** How many of them came after the current message. */
  readonly newer: number;
  /** Number of other messages that the agent has already seen or written. */
  readonly known?: number | undefined;
  /** Number of messages before the window. Missing if there are none. */
  readonly outside?: number | undefined;
}

/**
 * The window for one call: `size` messages or, with `since`, all messages that are new to the agent.
 * @throws RangeError for a size that is not a number ≥ 0.
 * @throws CtxError `CTX_UNKNOWN_MESSAGE` for an id that is not in the selected part of the conversation.
 */
export function contextWindow(
  log: MessageLog,
  agentId: string,
  size: number,
  { replyTo, upTo, since, keepFrom }: AgentContextOptions,
): ContextWindow {
  requireNumber('windowSizeOverride', size);
  const first = keepFrom === undefined ? log.first : log.positionOf(keepFrom);
  const positionOf = (id: string): number => {
    const position = log.positionOf(id);
    if (position < first) throw unknownMessage(id);
    return position;
  };
  const last = upTo === undefined ? log.end - 1 : positionOf(upTo);
  const current = replyTo === undefined ? last : positionOf(replyTo);
  if (current > last) throw unknownMessage(replyTo);
  if (since !== undefined) return windowSince(log, agentId, positionOf(since), { current, first, last });
  const end = last + 1;
  const newest = Math.max(first, end - Math.floor(size));
  // The current message is not context. If it is among the newest, the window begins one message earlier.
  const inWindow = current < newest ? 0 : 1;
  const start = Math.max(first, newest - inWindow);
  // The current message is not counted here either.
  const outside = start - log.first - (1 - inWindow);
  const newer = end - Math.max(start, current + 1);
  return { current, start, end, count: end - start - inWindow, newer, outside: outside > 0 ? outside : undefined };
}

function windowSince(
  log: MessageLog,
  agentId: string,
  seen: number,
  { current, first, last }: { readonly current: number; readonly first: number; readonly last: number },
): ContextWindow {
  const window = { current, start: Math.min(seen, last) + 1, end: last + 1, without: agentId };
  let [count, newer] = [0, 0];
  for (let position = window.start; position < window.end; position++) {
    if (!isContext(log, window, position)) continue;
    count++;
    if (position > current) newer++;
  }
  return { ...window, count, newer, known: last - first - count };
}

/** Whether the message at a position between `start` and `end` is context. */
export function isContext(
  log: MessageLog,
  { current, without }: Pick<ContextWindow, 'current' | 'without'>,
  position: number,
): boolean {
  if (position === current) return false;
  if (without === undefined) return true;
  // A receipt may ask about a message that is no longer stored.
  const message = log.at(position) as ConversationMessage | undefined;
  // An agent does not remember a turn that did not complete.
  return message?.speaker.roleId !== without || message.metadata?.['partial'] === true;
}

/**
 * The window without its newest context message if that message repeats the current one: when an agent hands over, its
 * text may be in the conversation twice. Returns the same window if nothing is repeated.
 */
export function withoutRepetition(log: MessageLog, window: ContextWindow): ContextWindow {
  if (window.count === 0) return window;
  const { speaker } = log.at(window.current);
  if (speaker.type !== 'ai') return window;
  let newest = window.end - 1;
  while (!isContext(log, window, newest)) newest--;
  const isRepeated =
    log.at(newest).speaker.roleName === speaker.roleName &&
    log.promptAt(newest).content === log.promptAt(window.current).content;
  return isRepeated ? { ...window, end: newest, count: window.count - 1 } : window;
}
