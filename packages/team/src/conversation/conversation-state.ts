import type { ConversationSnapshot, HeldFloor, LostTurn, SessionRecord } from '@ctx/contract';
import { type CostLedger, createCostLedger } from '../cost/cost-ledger.ts';
import { createTurnQueue, type TurnQueue } from '../queue/turn-queue.ts';
import { createRestingMembers, type RestingMembers } from '../stand-in/resting-members.ts';
import { createMemberMemories, type MemberMemories } from './memory/member-memories.ts';
import type { RunningTurn } from './turn/running-turn.ts';

/** How a turn that began before is begun again, when its call is taken. */
export interface EarlierTurn {
  readonly turn: string;
  /** What it could see the first time. */
  readonly upTo: string;
  /** The attempt it will be. */
  readonly attempt: number;
  /** The executor still has that attempt: it is attached to, not started, and the log has its start already. */
  readonly attached?: { readonly marker?: string | undefined } | undefined;
}

/** All that changes in a conversation besides its messages and task. */
export interface ConversationState {
  readonly queue: TurnQueue;
  /** By id. */
  readonly running: Map<string, RunningTurn>;
  /** Id of the newest answer or human message; replies to it go first. */
  justCompleted: string | undefined;
  turnsSinceHuman: number;
  lastTurn: number;
  floor: HeldFloor | undefined;
  /** Turns whose host was killed, and that nobody has looked at yet. Their calls are at the front of the queue. */
  cutOff: readonly LostTurn[];
  /** Turns that will begin again, by the id of their call, which is in the queue. */
  readonly earlier: Map<string, EarlierTurn>;
  /** Turns about which a human has to decide, by the id of their call, which is not in the queue. */
  readonly lost: Map<string, LostTurn>;
  /** What each member's prompts were last made with, as it is in the log; JSON by member id. */
  readonly promptSettings: Map<string, string>;
  /** What the members' agents remember. */
  readonly memory: MemberMemories;
  /** What the session used up. */
  readonly costs: CostLedger;
  /** Who cannot answer for a while. */
  readonly resting: RestingMembers;
}

/** Takes note of what is written to the log, or read from it. */
export function noteRecords(
  { costs, resting }: Pick<ConversationState, 'costs' | 'resting'>,
  records: readonly SessionRecord[],
): void {
  for (const record of records) {
    costs.note(record);
    resting.note(record);
  }
}

/** The part of a snapshot that is not the context. */
export type StateSnapshot = Omit<ConversationSnapshot, 'version' | 'context'>;

/** State from nothing, or as it was. `justCompleted` is known from the messages. */
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
    earlier: new Map(),
    lost: new Map(initial?.lost?.map((lost) => [lost.call.id, lost])),
    promptSettings: new Map(),
    memory: createMemberMemories(),
    costs: createCostLedger(),
    resting: createRestingMembers(),
  };
}

/** The state as data. Turns under way are counted as not begun: their calls are at the front of the queue. */
export function snapshotState(state: ConversationState): StateSnapshot {
  const { entries, interrupted = 0, repliesInRow, lastCall } = state.queue.state();
  const underWay = [...state.running.values()].map(({ call }) => call);
  return {
    queue: [...underWay, ...entries],
    interrupted: underWay.length + interrupted,
    repliesInRow,
    lastCall,
    lost: state.lost.size === 0 ? undefined : [...state.lost.values()],
    floor: state.floor,
    turnsSinceHuman: Math.max(0, state.turnsSinceHuman - underWay.length),
    lastTurn: state.lastTurn,
  };
}
