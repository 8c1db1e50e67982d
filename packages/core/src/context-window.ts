import type { AgentContextOptions, ConversationMessage } from '@ctx/contract';
import { requireNumber } from '@ctx/trimmer';
import { type MessageLog, unknownMessage } from './message-log.ts';

/** Which messages make up a prompt, by their numbers in the log: one to answer, and a stretch of others. */
export interface ContextWindow {
  /** The message to answer; in a log without messages, a number that none has. */
  readonly current: number;
  /** The context is the messages from `start` up to, not including, `end`, but for `current` and those of `without`. */
  readonly start: number;
  readonly end: number;
  /** Id of the member whose own words are left out, but for those of a turn that did not complete. */
  readonly without?: string | undefined;
  /** How many messages of context it holds. */
  readonly count: number;
  /** How many other messages there are that the agent has seen or said already. */
  readonly known?: number | undefined;
  /** How many older messages there are that it does not reach; missing when there is none. */
  readonly outside?: number | undefined;
}

/**
 * The window that a call asks for: `size` messages or, with `since`, what is new to the agent.
 * @throws RangeError for a window that is negative or NaN.
 * @throws CtxError `CTX_UNKNOWN_MESSAGE`
 */
export function contextWindow(
  log: MessageLog,
  agentId: string,
  size: number,
  { replyTo, upTo, since, keepFrom }: AgentContextOptions,
): ContextWindow {
  requireNumber('The window', size);
  const first = keepFrom === undefined ? log.first : log.numberOf(keepFrom);
  const numberOf = (id: string): number => {
    const number = log.numberOf(id);
    if (number < first) throw unknownMessage(id);
    return number;
  };
  const last = upTo === undefined ? log.end - 1 : numberOf(upTo);
  const current = replyTo === undefined ? last : numberOf(replyTo);
  if (current > last) throw unknownMessage(replyTo);
  if (since !== undefined) return windowSince(log, agentId, numberOf(since), { current, first, last });
  const end = last + 1;
  const reach = Math.max(first, end - Math.floor(size));
  // The message to answer does not count: where it lies inside, the window reaches one further back.
  const own = current < reach ? 0 : 1;
  const start = Math.max(first, reach - own);
  const outside = start - log.first - 1 + own;
  return { current, start, end, count: end - start - own, outside: outside > 0 ? outside : undefined };
}

function windowSince(
  log: MessageLog,
  agentId: string,
  seen: number,
  { current, first, last }: { readonly current: number; readonly first: number; readonly last: number },
): ContextWindow {
  const window = { current, start: Math.min(seen, last) + 1, end: last + 1, without: agentId };
  let count = 0;
  for (let number = window.start; number < window.end; number++) if (isContext(log, window, number)) count++;
  return { ...window, count, known: last - first - count };
}

/** Whether a message between `start` and `end` is context. */
export function isContext(
  log: MessageLog,
  { current, without }: Pick<ContextWindow, 'current' | 'without'>,
  number: number,
): boolean {
  if (number === current) return false;
  if (without === undefined) return true;
  // A message that is gone by now is asked about only for its id.
  const message = log.at(number) as ConversationMessage | undefined;
  // What was said in a turn that did not complete, the agent does not remember.
  return message?.speaker.roleId !== without || message.metadata?.['partial'] === true;
}

/**
 * The window without its newest message, where that only repeats the current one: an agent that hands over may already
 * stand in the context with the very words it hands over. The same window where it does not.
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
