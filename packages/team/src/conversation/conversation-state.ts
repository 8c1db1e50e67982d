import type { ConversationSnapshot, HeldFloor, LostTurn, SessionRecord } from '@ctx/contract';
import { type CostLedger, createCostLedger } from '../cost/cost-ledger.ts';
import { createTurnQueue, type TurnQueue } from '../queue/turn-queue.ts';
import { createRestingMembers, type RestingMembers } from '../stand-in/resting-members.ts';
import { createLastReceipts, type LastReceipts } from './memory/context-fill.ts';
import { createMemberMemories, type MemberMemories } from './memory/member-memories.ts';
import type { RunningTurn } from './turn/running-turn.ts';

/** A turn that started before and starts again when its call is taken from the queue. */
interface TurnRestart {
  readonly turn: string;
  /** Id of the newest message it could see the first time. It sees no more now. */
  readonly upTo: string;
  /** The number of the new attempt. */
  readonly attempt: number;
  /** Set when the executor still runs that attempt: we attach to it, and its start is already in the log. */
  readonly attached?: { readonly marker?: string | undefined } | undefined;
}

/** Everything that changes in a conversation, except its messages and its task. */
export interface ConversationState {
  readonly queue: TurnQueue;
  /** By turn id. */
  readonly running: Map<string, RunningTurn>;
  /** Id of the newest complete answer or human message. Replies to it go first. */
  justCompleted: string | undefined;
  /** Agent turns since a human last spoke. */
  turnsSinceHuman: number;
  /** Number of the newest turn; 0 before the first. */
  lastTurn: number;
  /** Set while a human has the floor; then no turn starts. */
  floor: HeldFloor | undefined;
  /**
   * Turns that were running when the process was killed, until `settleCutOffTurns` has handled them. Their calls are at
   * the front of the queue.
   */
  cutOff: readonly LostTurn[];
  /** Turns that will start again, by the id of their call. The call is in the queue. */
  readonly restarts: Map<string, TurnRestart>;
  /** Turns that wait for a human's decision, by the id of their call. The call is not in the queue. */
  readonly lost: Map<string, LostTurn>;
  /** The prompt settings last written to the log, as JSON, by member id. */
  readonly promptSettings: Map<string, string>;
  /** What is kept about each member's own session. */
  readonly memory: MemberMemories;
  /** Tokens, time and money used so far. */
  readonly costs: CostLedger;
  /** The models that humans chose, by member id. */
  readonly models: Map<string, string>;
  /** The receipt of each member's last prompt. */
  readonly lastReceipts: LastReceipts;
  /** Members that are not called for a while, because of quota, rate limit or sign-in. */
  readonly resting: RestingMembers;
}

/** What follows from single records. */
export type NotedState = Pick<ConversationState, 'costs' | 'resting' | 'lastReceipts' | 'models'>;

/** Before the first record. */
export const createNotedState = (): NotedState => ({
  costs: createCostLedger(),
  resting: createRestingMembers(),
  lastReceipts: createLastReceipts(),
  models: new Map(),
});

/** Updates costs, resting members, last receipts and chosen models from records that are written to the log or read from it. */
export function noteRecords(
  { costs, resting, lastReceipts, models }: NotedState,
  records: readonly SessionRecord[],
): void {
  for (const record of records) {
    costs.note(record);
    resting.note(record);
    lastReceipts.note(record);
    if (record.type === 'snapshot')
      for (const [id, model] of Object.entries(record.snapshot.models ?? {})) models.set(id, model);
    if (record.type !== 'model') continue;
    if (record.model === null) models.delete(record.member);
    else models.set(record.member, record.model);
  }
}

/** The part of a snapshot that is not the context. */
export type StateSnapshot = Omit<ConversationSnapshot, 'version' | 'context'>;

/** An empty state, or the state of a snapshot. `justCompleted` comes from the messages, which are not part of it. */
export function createConversationState(initial?: StateSnapshot, justCompleted?: string): ConversationState {
  return {
    queue: createTurnQueue(
      initial && {
        entries: initial.queue,
        interrupted: initial.interrupted,
        repliesInRow: initial.repliesInRow,
        lastCall: initial.lastCall,
      },
    ),
    running: new Map(),
    justCompleted,
    turnsSinceHuman: initial?.turnsSinceHuman ?? 0,
    lastTurn: initial?.lastTurn ?? 0,
    floor: initial?.floor,
    cutOff: [],
    restarts: new Map(),
    lost: new Map(initial?.lost?.map((lost) => [lost.call.id, lost])),
    promptSettings: new Map(),
    memory: createMemberMemories(),
    costs: createCostLedger(),
    models: new Map(Object.entries(initial?.models ?? {})),
    lastReceipts: createLastReceipts(),
    resting: createRestingMembers(),
  };
}

/** The state as data. Running turns count as not started: their calls are at the front of the queue. */
export function snapshotState(state: ConversationState): StateSnapshot {
  const { entries, interrupted = 0, repliesInRow, lastCall } = state.queue.state();
  const running = [...state.running.values()].map(({ call }) => call);
  return {
    queue: [...running, ...entries],
    interrupted: running.length + interrupted,
    repliesInRow,
    lastCall,
    lost: state.lost.size === 0 ? undefined : [...state.lost.values()],
    floor: state.floor,
    turnsSinceHuman: Math.max(0, state.turnsSinceHuman - running.length),
    lastTurn: state.lastTurn,
    models: state.models.size === 0 ? undefined : Object.fromEntries(state.models),
  };
}
