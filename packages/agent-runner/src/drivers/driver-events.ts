import type { AgentEvent, NoticeEvent } from '@ctx/contract';

/** Tells that a turn completed with nothing to say. */
export const EMPTY_ANSWER: AgentEvent = {
  type: 'notice',
  kind: 'empty-answer',
  message: 'The agent completed its turn without an answer',
};

/** Says something that is neither answer nor failure. */
export function notice(kind: Exclude<NoticeEvent['kind'], 'empty-answer'>, message: string): AgentEvent {
  return { type: 'notice', kind, message };
}

/** What a line is that should have been JSON and is not: kept as it came; nothing if it is blank. */
export function noise(line: string): AgentEvent[] {
  return line.trim() === '' ? [] : [{ type: 'raw', data: line }];
}
