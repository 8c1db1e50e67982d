import type { Receipt, SessionRecord } from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import { sessionFill } from './session-size.ts';

/** The last full prompt of each member, by member id. */
export interface LastReceipts {
  note(record: SessionRecord): void;
  of(member: string): Receipt | undefined;
}

/** Remembers receipts from records that are written to the log or read from it. */
export function createLastReceipts(): LastReceipts {
  const receipts = new Map<string, Receipt>();
  return {
    note(record) {
      if (record.type === 'turn-end' && record.receipt !== undefined) receipts.set(record.member, record.receipt);
    },
    of: (member) => receipts.get(member),
  };
}

/**
 * How full the context of each agent is that has had a turn, from 0 to 1 and, if it is over its limit, more: of its own
 * session, what that holds of its model's window; of an agent without one, what its last prompt took of its budget.
 */
export function contextFill({ team, state }: Pick<LiveConversation, 'team' | 'state'>): ReadonlyMap<string, number> {
  const fill = new Map<string, number>();
  for (const member of team.members) {
    if (member.type !== 'ai') continue;
    const session = state.memory.sessions.get(member.id);
    const receipt = state.lastReceipts.of(member.id);
    if (session !== undefined) fill.set(member.id, sessionFill(session, member.model));
    else if (receipt !== undefined) fill.set(member.id, promptFill(receipt));
  }
  return fill;
}

function promptFill({ usedBytes, maxBytes, tokens }: Receipt): number {
  return Math.max(usedBytes / maxBytes, tokens === undefined ? 0 : tokens.used / tokens.max);
}
