import type { QueueEntry } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';
import type { ConversationState } from '../conversation-state.ts';

/**
 * A turn from the moment a member is given the floor until its end is in the log.
 *
 * A turn has one name for each part of its life:
 * - before it, a call waits in the queue: `QueueEntry`;
 * - while it has the floor, it is a `RunningTurn`, and the executor is handed an `AgentTurn`: the same turn as plain
 *   data, with its prompt;
 * - what the agent made of it is a `TurnResult`;
 * - in the log it is a `TurnStartRecord` and a `TurnEndRecord`.
 */
export interface RunningTurn {
  /** `turn-1`, `turn-2`, … */
  readonly id: string;
  readonly member: AgentMember;
  /** The call it answers. */
  readonly call: QueueEntry;
  /** Id of the newest message its member may see. */
  readonly upTo: string;
  /** Cancels it. */
  readonly abort: AbortController;
}

/**
 * Makes a turn of a call that was taken out of the queue. `newest` is the id of the newest message; a call that is due
 * again sees what it could see the first time.
 */
export function beginTurn(
  state: ConversationState,
  call: QueueEntry,
  member: AgentMember,
  newest: string,
): RunningTurn {
  const upTo = state.upTo.get(call.id) ?? newest;
  state.upTo.delete(call.id);
  state.lastTurn += 1;
  state.turnsSinceHuman += 1;
  const turn = { id: `turn-${state.lastTurn}`, member, call, upTo, abort: new AbortController() };
  state.running.set(turn.id, turn);
  return turn;
}
