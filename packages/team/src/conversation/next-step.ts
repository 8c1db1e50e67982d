import type { HeldFloor, QueueEntry } from '@ctx/contract';
import type { MemberDirectory } from '../members/member-directory.ts';
import type { AgentMember, Team } from '../team-file/team.ts';
import type { ConversationState } from './conversation-state.ts';

/** A call with the agent it is for. */
export interface AgentCall {
  readonly call: QueueEntry;
  readonly member: AgentMember;
}

/** What a conversation does next. */
export type NextStep =
  | { readonly kind: 'turns'; readonly calls: readonly AgentCall[] }
  | { readonly kind: 'floor'; readonly floor: HeldFloor; readonly call?: QueueEntry | undefined }
  /** Calls for members that are no longer in the team file. */
  | { readonly kind: 'stale'; readonly call: QueueEntry }
  | { readonly kind: 'end'; readonly reason: 'done' | 'max-turns' };

/** Decides who is next and takes those calls out of the queue. */
export function nextStep(state: ConversationState, team: Team, directory: MemberDirectory): NextStep {
  const human = directory.firstHuman;
  const waiting = state.queue.waiting().length;
  const turnsLeft = team.maxTurns - state.turnsSinceHuman;
  if (waiting > 0 && turnsLeft <= 0) {
    if (human === undefined) return { kind: 'end', reason: 'max-turns' };
    const note =
      `${state.turnsSinceHuman} agent turns since a human last spoke (maxTurns ${team.maxTurns}). ` +
      `${waiting} ${waiting === 1 ? 'call waits' : 'calls wait'}; say something to go on.`;
    return { kind: 'floor', floor: { member: human.id, reason: 'max-turns', note } };
  }

  const call = state.queue.take(state.justCompleted);
  if (call === undefined) {
    return human === undefined
      ? { kind: 'end', reason: 'done' }
      : { kind: 'floor', floor: { member: human.id, reason: 'queue-empty' } };
  }
  const member = directory.byId(call.member);
  if (member === undefined) return { kind: 'stale', call };
  if (member.type === 'human') return { kind: 'floor', floor: { member: member.id, reason: 'called' }, call };

  const first: AgentCall = { call, member };
  return { kind: 'turns', calls: team.parallel ? [first, ...together(first, turnsLeft - 1)] : [first] };

  // Each member once: two turns of one member at the same time would not know of each other.
  function together({ call: { replyTo, member: firstMember } }: AgentCall, count: number): AgentCall[] {
    const taken = new Set([firstMember]);
    const calls = state.queue.takeAlso(count, (entry) => {
      const fits = entry.replyTo === replyTo && !taken.has(entry.member) && agentOf(entry) !== undefined;
      if (fits) taken.add(entry.member);
      return fits;
    });
    return calls.map((entry) => ({ call: entry, member: agentOf(entry)! }));
  }

  function agentOf(entry: QueueEntry): AgentMember | undefined {
    const candidate = directory.byId(entry.member);
    return candidate?.type === 'ai' ? candidate : undefined;
  }
}
