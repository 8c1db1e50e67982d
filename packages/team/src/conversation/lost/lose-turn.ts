import type { LostTurn } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';
import type { ConversationState } from '../conversation-state.ts';
import type { Consequences } from '../telling/tell.ts';
import { runsAgain } from './runs-again.ts';

/** A turn whose executor lost it this often goes to the human, whatever the member's policy. */
const MOST_ATTEMPTS = 3;

/** What becomes of a turn that ended as `unknown`: it runs again by itself, or waits for a human to decide. */
export function loseTurn(state: ConversationState, lost: LostTurn, member: AgentMember, at: number): Consequences {
  if (runsAgain(member) && lost.attempt < MOST_ATTEMPTS) return runLostAgain(state, lost, at);
  state.lost.set(lost.call.id, lost);
  return { records: [], events: [turnLost(lost)] };
}

/** Puts the call of a lost turn back into the queue, before everybody else. */
export function runLostAgain(
  state: ConversationState,
  { turn, call, upTo, attempt }: LostTurn,
  at: number,
): Consequences {
  state.lost.delete(call.id);
  state.earlier.set(call.id, { turn, upTo, attempt: attempt + 1 });
  state.queue.putBack(call);
  // It takes the place of the turn that was lost.
  state.turnsSinceHuman = Math.max(0, state.turnsSinceHuman - 1);
  state.floor = undefined;
  return {
    records: [{ type: 'queue', added: [call], at }],
    events: [{ type: 'queue', change: 'added', entries: [call], waiting: state.queue.waiting().length }],
  };
}

/** The event that asks for a decision. */
export function turnLost({ turn, call, attempt }: LostTurn) {
  return { type: 'turn-lost', turn, member: call.member, replyTo: call.replyTo, attempt } as const;
}
