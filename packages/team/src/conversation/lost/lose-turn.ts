import type { LostTurn } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';
import type { ConversationState } from '../conversation-state.ts';
import type { Consequences } from '../output/record-and-publish.ts';

/** After this many attempts a lost turn waits for the human, even if its member's turns run again by themselves. */
const MAX_ATTEMPTS = 3;

/**
 * Whether a lost turn of this member runs again by itself. A member that may only read has changed nothing, so a second
 * run does no harm. What any other member has done is not known.
 */
export function runsAgain({ onLost, permissions }: AgentMember): boolean {
  if (onLost !== undefined) return onLost === 'retry';
  return permissions === 'read-only';
}

/** Handles a turn that ended as `unknown`: it runs again by itself, or waits for a human's decision. */
export function loseTurn(state: ConversationState, lost: LostTurn, member: AgentMember, at: number): Consequences {
  if (runsAgain(member) && lost.attempt < MAX_ATTEMPTS) return runLostAgain(state, lost, at);
  state.lost.set(lost.call.id, lost);
  return { records: [], events: [turnLost(lost)] };
}

/** Puts the call of a lost turn back into the queue, before all other calls. */
export function runLostAgain(
  state: ConversationState,
  { turn, call, upTo, attempt }: LostTurn,
  at: number,
): Consequences {
  state.lost.delete(call.id);
  state.restarts.set(call.id, { turn, upTo, attempt: attempt + 1 });
  state.queue.putBack(call);
  // The new attempt replaces the lost one, so the turn counts once.
  state.turnsSinceHuman = Math.max(0, state.turnsSinceHuman - 1);
  state.floor = undefined;
  return {
    records: [{ type: 'queue', added: [call], at }],
    events: [{ type: 'queue', change: 'added', entries: [call], waiting: state.queue.waiting().length }],
  };
}

/** The event that asks a human for a decision. */
export function turnLost({ turn, call, attempt }: LostTurn) {
  return { type: 'turn-lost', turn, member: call.member, replyTo: call.replyTo, attempt } as const;
}
