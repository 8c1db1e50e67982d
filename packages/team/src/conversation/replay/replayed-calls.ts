import type { ConversationSnapshot, QueueEntry } from '@ctx/contract';

/** A call whose turn has begun, and what that turn may see. */
export interface BegunCall {
  readonly call: QueueEntry;
  readonly upTo: string;
}

/** Follows the calls of a log: who waits, and whose turn has begun and not ended. */
export interface ReplayedCalls {
  /** Begins from a snapshot. */
  restore(snapshot: Pick<ConversationSnapshot, 'queue' | 'interrupted' | 'lastCall'>): void;
  join(entry: QueueEntry): void;
  /** A call was dropped, or answered by giving a human the floor. */
  leave(callId: string): void;
  /** A turn began. False when its call had one before that was lost. */
  begin(turn: string, begun: BegunCall): boolean;
  end(turn: string): void;
  /** Calls whose turns were lost: they are due again. */
  lost(): readonly BegunCall[];
  waiting(): readonly QueueEntry[];
  /** How many of those who wait were taken before, and go before everybody else. */
  interrupted(): number;
  /** Number of the newest call. */
  lastCall(): number;
}

/** No calls yet. */
export function createReplayedCalls(): ReplayedCalls {
  const waiting = new Map<string, QueueEntry>();
  // By call, because a turn that was lost comes again under a new number.
  const begun = new Map<string, BegunCall>();
  const callOfTurn = new Map<string, string>();
  const interrupted = new Set<string>();
  let lastCall = 0;

  const join = (entry: QueueEntry) => {
    waiting.set(entry.id, entry);
    lastCall = Math.max(lastCall, numberOf(entry.id));
  };
  const leave = (callId: string) => {
    waiting.delete(callId);
    begun.delete(callId);
  };

  return {
    restore(snapshot) {
      lastCall = snapshot.lastCall;
      snapshot.queue.forEach(join);
      for (const { id } of snapshot.queue.slice(0, snapshot.interrupted ?? 0)) interrupted.add(id);
    },
    join,
    leave,
    begin(turn, { call, upTo }) {
      const isFirst = !begun.has(call.id);
      leave(call.id);
      begun.set(call.id, { call, upTo });
      callOfTurn.set(turn, call.id);
      return isFirst;
    },
    end(turn) {
      begun.delete(callOfTurn.get(turn) ?? '');
      callOfTurn.delete(turn);
    },
    lost: () => [...begun.values()],
    waiting: () => [...waiting.values()],
    interrupted: () => [...waiting.keys()].filter((id) => interrupted.has(id)).length,
    lastCall: () => lastCall,
  };
}

/** `7` of `call-7` and `turn-7`; 0 for an id that has no number. */
export function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1)) || 0;
}
