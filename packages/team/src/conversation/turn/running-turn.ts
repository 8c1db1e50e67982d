import { createMarker } from '@ctx/agent-runner';
import type { QueueEntry } from '@ctx/contract';
import { createEvidenceCollector, type EvidenceCollector } from '../../changes/turn-evidence.ts';
import type { AgentMember } from '../../team-file/team.ts';
import { memberRedactor } from '../../trail/member-redactor.ts';
import { createTurnTrail, type TurnTrail } from '../../trail/turn-trail.ts';
import type { ConversationState } from '../conversation-state.ts';

/**
 * A turn from the moment its call leaves the queue until its end is in the log.
 *
 * The types of a turn, in order:
 * - `QueueEntry`: the call that waits in the queue.
 * - `RunningTurn`: the turn while it runs.
 * - `AgentTurn`: the same turn as plain data, with its prompt, for the executor.
 * - `TurnResult`: what the executor returns.
 * - `TurnStartRecord` and `TurnEndRecord`: the turn in the log.
 */
export interface RunningTurn {
  /** `turn-1`, `turn-2`, … */
  readonly id: string;
  readonly member: AgentMember;
  /** The call it answers. */
  readonly call: QueueEntry;
  /** Id of the newest message its member may see. */
  readonly upTo: string;
  /** 1 for the first start; one more each time the turn starts again. */
  readonly attempt: number;
  /** Name of the environment variable that marks all processes of the turn. */
  readonly marker: string | undefined;
  /** True when the executor already runs this attempt, and its start is in the log. */
  readonly isAttached: boolean;
  /** The queue's `repliesInRow` before the call was taken; missing for further turns of a parallel batch. */
  readonly repliesBefore?: number | undefined;
  /** The tool calls of the turn so far. */
  readonly trail: TurnTrail;
  /** What of it can have changed files. */
  readonly evidence: EvidenceCollector;
  /** Cancels the turn. */
  readonly abort: AbortController;
}

/** What a new turn is made of, besides its call. */
interface TurnBeginning {
  readonly member: AgentMember;
  /** Id of the newest message in the conversation. */
  readonly newest: string;
  readonly repliesBefore?: number | undefined;
}

/**
 * Makes a running turn of a call that was taken from the queue. A turn that starts again keeps its id, and sees only the
 * messages it could see the first time.
 */
export function beginTurn(
  state: ConversationState,
  call: QueueEntry,
  { member, newest, repliesBefore }: TurnBeginning,
): RunningTurn {
  const restart = state.restarts.get(call.id);
  state.restarts.delete(call.id);
  if (restart === undefined) state.lastTurn += 1;
  state.turnsSinceHuman += 1;
  const turn: RunningTurn = {
    id: restart?.turn ?? `turn-${state.lastTurn}`,
    member,
    call,
    upTo: restart?.upTo ?? newest,
    attempt: restart?.attempt ?? 1,
    marker: restart?.attached === undefined ? createMarker() : restart.attached.marker,
    isAttached: restart?.attached !== undefined,
    repliesBefore,
    trail: createTurnTrail(memberRedactor(member)),
    evidence: createEvidenceCollector(member),
    abort: new AbortController(),
  };
  state.running.set(turn.id, turn);
  return turn;
}
