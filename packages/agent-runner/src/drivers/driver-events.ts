import type { AgentEvent, NoticeEvent } from '@ctx/contract';

/** The notice of a turn that completed with an empty answer. */
export const EMPTY_ANSWER: AgentEvent = {
  type: 'notice',
  kind: 'empty-answer',
  message: 'The agent completed its turn without an answer.',
};

/** A notice: a message that is neither an answer nor a failure. */
export function notice(kind: Exclude<NoticeEvent['kind'], 'empty-answer'>, message: string): AgentEvent {
  return { type: 'notice', kind, message };
}

/** The event for a line that is not JSON: `raw`, or none if the line is blank. */
export function noise(line: string): AgentEvent[] {
  return line.trim() === '' ? [] : [{ type: 'raw', data: line }];
}
