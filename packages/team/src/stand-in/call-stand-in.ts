import type { QueueEntry, TurnResult } from '@ctx/contract';
import type { LiveConversation } from '../conversation/live-conversation.ts';
import type { Consequences } from '../conversation/output/record-and-publish.ts';
import { MAX_WAITING } from '../queue/turn-queue.ts';
import type { AgentMember } from '../team-file/team.ts';
import { isOutOfReach } from './resting-members.ts';

/** A stand-in that was called. */
export interface CalledStandIn extends Consequences {
  readonly standIn: AgentMember;
}

/**
 * Calls the stand-in of a member whose turn failed for quota, rate limit or sign-in: for the same message, first in the
 * queue, and once. A call for a stand-in has no stand-in of its own.
 */
export function callStandIn(
  live: LiveConversation,
  member: AgentMember,
  call: QueueEntry,
  result: Pick<TurnResult, 'status' | 'error'>,
  at: number,
): CalledStandIn | undefined {
  return isOutOfReach(result) ? addStandIn(live, member, call, at) : undefined;
}

/** The stand-in to call while a member rests, without trying the member first. */
export function standInWhileResting(
  live: LiveConversation,
  member: AgentMember,
  call: QueueEntry,
): AgentMember | undefined {
  const isResting = live.state.resting.find(member.id, Date.now()) !== undefined;
  return isResting ? standInOf(live, member, call) : undefined;
}

/** Adds a call for a member's stand-in to the queue. `removed` is the id of the call that it replaces. */
export function addStandIn(
  live: LiveConversation,
  member: AgentMember,
  call: QueueEntry,
  at: number,
  removed?: string,
): CalledStandIn | undefined {
  const standIn = standInOf(live, member, call);
  if (standIn === undefined) return undefined;
  const { queue } = live.state;
  const { replyTo, byHuman } = call;
  const { added, refused } = queue.add([
    { member: standIn.id, replyTo, intent: 'P1', byHuman, standsInFor: member.id },
  ]);
  if (refused.length > 0) return undefined;
  const waiting = queue.waiting().length;
  return {
    standIn,
    records: [{ type: 'queue', added, removed: removed === undefined ? undefined : [removed], at }],
    events: [{ type: 'queue', change: 'added', entries: added, waiting }],
  };
}

function standInOf(
  { directory, state }: LiveConversation,
  member: AgentMember,
  call: QueueEntry,
): AgentMember | undefined {
  if (member.standIn === undefined || call.standsInFor !== undefined) return undefined;
  if (state.queue.waiting().length >= MAX_WAITING) return undefined;
  const standIn = directory.byId(member.standIn);
  if (standIn?.type !== 'ai' || state.resting.find(standIn.id, Date.now()) !== undefined) return undefined;
  return standIn;
}
