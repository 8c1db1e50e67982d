import type { ConversationSnapshot, LostTurn, QueueEntry } from '@ctx/contract';

/** Follows the calls of a log: who waits, whose turn has begun and not ended, and whose turn was lost. */
export interface ReplayedCalls {
  /** Begins from a snapshot. */
  restore(snapshot: Pick<ConversationSnapshot, 'queue' | 'interrupted' | 'lastCall' | 'lost'>): void;
  /** True when the call had a turn that was lost and runs again now. */
  join(entry: QueueEntry): boolean;
  /** A call was dropped, or answered by giving a human the floor. */
  leave(callId: string): void;
  /** A turn began. False when its call had one before that never ended. */
  begin(turn: LostTurn): boolean;
  /** A turn ended; `isLost` when nobody knows how. */
  end(turn: string, isLost: boolean): void;
  /** Turns that never ended. */
  open(): readonly LostTurn[];
  /** Turns that were lost and about which nobody has decided, by call. */
  lost(): ReadonlyMap<string, LostTurn>;
  /** Lost turns that are to run again, by call; the calls wait. */
  again(): ReadonlyMap<string, LostTurn>;
  /** In the order in which they are taken: those that were taken before, then in the order of the calls. */
  waiting(): readonly QueueEntry[];
  /** How many of those who wait were taken before. */
  interrupted(): number;
  /** Number of the newest call. */
  lastCall(): number;
}

/** No calls yet. */
export function createReplayedCalls(): ReplayedCalls {
  const waiting = new Map<string, QueueEntry>();
  // By call: version 1 numbered a turn that ran again anew.
  const begun = new Map<string, LostTurn>();
  const lost = new Map<string, LostTurn>();
  const again = new Map<string, LostTurn>();
  const callOfTurn = new Map<string, string>();
  const interrupted = new Set<string>();
  let lastCall = 0;

  const leave = (callId: string) => {
    for (const calls of [waiting, begun, lost, again]) calls.delete(callId);
  };
  const isInterrupted = ({ id }: QueueEntry) => interrupted.has(id);

  const replayed: ReplayedCalls = {
    restore(snapshot) {
      lastCall = snapshot.lastCall;
      snapshot.queue.forEach(replayed.join);
      for (const { id } of snapshot.queue.slice(0, snapshot.interrupted ?? 0)) interrupted.add(id);
      for (const turn of snapshot.lost ?? []) lost.set(turn.call.id, turn);
    },
    join(entry) {
      waiting.set(entry.id, entry);
      lastCall = Math.max(lastCall, numberOf(entry.id));
      const turn = lost.get(entry.id);
      if (turn === undefined) return false;
      lost.delete(entry.id);
      again.set(entry.id, turn);
      interrupted.add(entry.id);
      return true;
    },
    leave,
    begin(turn) {
      const { id } = turn.call;
      const isFirst = !begun.has(id);
      leave(id);
      begun.set(id, turn);
      callOfTurn.set(turn.turn, id);
      return isFirst;
    },
    end(turnId, isLost) {
      const callId = callOfTurn.get(turnId) ?? '';
      const turn = begun.get(callId);
      if (isLost && turn !== undefined) lost.set(callId, turn);
      begun.delete(callId);
      callOfTurn.delete(turnId);
    },
    open: () => [...begun.values()],
    lost: () => lost,
    again: () => again,
    waiting: () => {
      const entries = [...waiting.values()];
      return [...entries.filter(isInterrupted), ...entries.filter((entry) => !isInterrupted(entry))];
    },
    interrupted: () => [...waiting.values()].filter(isInterrupted).length,
    lastCall: () => lastCall,
  };
  return replayed;
}

/** `7` of `call-7` and `turn-7`; 0 for an id that has no number. */
export function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1)) || 0;
}
