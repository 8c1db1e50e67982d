import type { ConversationSnapshot, HeldFloor } from '@ctx/contract';
import { createTurnQueue, type TurnQueue } from '../queue/turn-queue.ts';
import type { RunningTurn } from './turn/running-turn.ts';

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
  /** For calls that are due again: what their turns could see the first time. */
  readonly upTo: Map<string, string>;
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
    upTo: new Map(),
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
    floor: state.floor,
    turnsSinceHuman: Math.max(0, state.turnsSinceHuman - underWay.length),
    lastTurn: state.lastTurn,
  };
}
