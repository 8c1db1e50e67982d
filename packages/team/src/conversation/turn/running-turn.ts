import { createMarker } from '@ctx/agent-runner';
import type { QueueEntry } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';
import { memberRedactor } from '../../trail/member-redactor.ts';
import { createTurnTrail, type TurnTrail } from '../../trail/turn-trail.ts';
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
  /** 1, and one more each time the turn begins again. */
  readonly attempt: number;
  /** Name of the variable that its processes carry. */
  readonly marker: string | undefined;
  /** The executor has this attempt already, and the log has its start. */
  readonly isAttached: boolean;
  /** Replies in a row before it was taken; missing for a turn that was taken along with another. */
  readonly repliesBefore?: number | undefined;
  /** What its member has done so far. */
  readonly trail: TurnTrail;
  /** Cancels it. */
  readonly abort: AbortController;
}

/** What is known of a turn that begins, besides its call. */
export interface TurnBeginning {
  readonly member: AgentMember;
  /** Id of the newest message now. */
  readonly newest: string;
  readonly repliesBefore?: number | undefined;
}

/**
 * Makes a turn of a call that was taken out of the queue. One that was cut off keeps its id, and sees what it could see
 * the first time.
 */
export function beginTurn(
  state: ConversationState,
  call: QueueEntry,
  { member, newest, repliesBefore }: TurnBeginning,
): RunningTurn {
  const earlier = state.earlier.get(call.id);
  state.earlier.delete(call.id);
  if (earlier === undefined) state.lastTurn += 1;
  state.turnsSinceHuman += 1;
  const turn: RunningTurn = {
    id: earlier?.turn ?? `turn-${state.lastTurn}`,
    member,
    call,
    upTo: earlier?.upTo ?? newest,
    attempt: earlier?.attempt ?? 1,
    marker: earlier?.attached === undefined ? createMarker() : earlier.attached.marker,
    isAttached: earlier?.attached !== undefined,
    repliesBefore,
    trail: createTurnTrail(memberRedactor(member)),
    abort: new AbortController(),
  };
  state.running.set(turn.id, turn);
  return turn;
}
