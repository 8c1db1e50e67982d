import type { HeldFloor, QueueEntry } from '@ctx/contract';
import { reachedLimit } from '../../cost/reached-limit.ts';
import { standInWhileResting } from '../../stand-in/call-stand-in.ts';
import type { AgentMember } from '../../team-file/team.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { beginTurn, type RunningTurn } from '../turn/running-turn.ts';
import { withChosenModel } from './set-model.ts';

/** The next step of a conversation. */
export type NextStep =
  /** Turns to run at the same time. Their calls have left the queue. */
  | { readonly type: 'turns'; readonly turns: readonly RunningTurn[] }
  /** A human gets the floor. `call` is the human's call, if there was one. */
  | { readonly type: 'floor'; readonly floor: HeldFloor; readonly call?: QueueEntry | undefined }
  /** A call for a member that is no longer in the team file. */
  | { readonly type: 'stale'; readonly call: QueueEntry }
  /** A call for a member that cannot answer for a while. Its stand-in is called instead. */
  | { readonly type: 'stand-in'; readonly call: QueueEntry; readonly member: AgentMember }
  /** The conversation is over: nobody is called, or a limit is reached and the team has no human to ask. */
  | { readonly type: 'end'; readonly reason: 'done' | 'max-turns' | 'limit' };

/** Decides who is next and takes those calls from the queue. */
export function nextStep(live: LiveConversation): NextStep {
  const { context, directory, state, team } = live;
  const human = directory.firstHuman;
  const waiting = state.queue.waiting().length;
  const turnsLeft = team.maxTurns - state.turnsSinceHuman;
  const whoWaits = waiting === 1 ? '1 call waits' : `${waiting} calls wait`;
  if (waiting > 0 && turnsLeft <= 0) {
    if (human === undefined) return { type: 'end', reason: 'max-turns' };
    const note =
      `${state.turnsSinceHuman} agent turns since a human last spoke (maxTurns ${team.maxTurns}). ` +
      `${whoWaits}; say something to continue.`;
    return { type: 'floor', floor: { member: human.id, reason: 'max-turns', note } };
  }

  const limit = waiting === 0 ? undefined : reachedLimit(team.limits, state.costs.sums(), labelOf);
  if (limit !== undefined) {
    if (human === undefined) return { type: 'end', reason: 'limit' };
    const note = `${limit} ${whoWaits}; raise the limit to continue.`;
    return { type: 'floor', floor: { member: human.id, reason: 'limit', note } };
  }

  const { repliesInRow: repliesBefore } = state.queue.state();
  const call = state.queue.take(state.justCompleted);
  if (call === undefined) {
    return human === undefined
      ? { type: 'end', reason: 'done' }
      : { type: 'floor', floor: { member: human.id, reason: 'queue-empty' } };
  }
  const member = directory.byId(call.member);
  if (member === undefined) return { type: 'stale', call };
  if (member.type === 'human') return { type: 'floor', floor: { member: member.id, reason: 'called' }, call };

  if (standInWhileResting(live, member, call) !== undefined) return { type: 'stand-in', call, member };

  const calls = [call, ...(team.parallel ? takeParallel(call, turnsLeft - 1) : [])];
  const newest = context.getLatestMessage()?.id ?? call.replyTo;
  const turns = calls.map((taken) => {
    const member = withChosenModel(agentOf(taken)!, state.models);
    const beginning = { member, newest, repliesBefore: taken === call ? repliesBefore : undefined };
    return beginTurn(state, taken, beginning);
  });
  return { type: 'turns', turns };

  // Other calls of the same message. Each member once: two parallel turns of one member would not know of each other.
  function takeParallel({ replyTo, member: first }: QueueEntry, count: number): QueueEntry[] {
    const taken = new Set([first]);
    return state.queue.takeAlso(count, (entry) => {
      const agent = agentOf(entry);
      const fits =
        entry.replyTo === replyTo &&
        !taken.has(entry.member) &&
        agent !== undefined &&
        standInWhileResting(live, agent, entry) === undefined;
      if (fits) taken.add(entry.member);
      return fits;
    });
  }

  function labelOf(id: string): string {
    return directory.byId(id)?.label ?? id;
  }

  function agentOf(entry: QueueEntry): AgentMember | undefined {
    const candidate = directory.byId(entry.member);
    return candidate?.type === 'ai' ? candidate : undefined;
  }
}
