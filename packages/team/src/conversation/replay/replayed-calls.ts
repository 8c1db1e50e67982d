import type { ConversationSnapshot, LostTurn, QueueEntry } from '@ctx/contract';

/** Follows the calls through a log: which ones wait, which have a running turn, and which have a lost turn. */
export interface ReplayedCalls {
  /** Starts from a snapshot. */
  restore(snapshot: Pick<ConversationSnapshot, 'queue' | 'interrupted' | 'lastCall' | 'lost'>): void;
  /** A call joined the queue. Returns true when its lost turn is to run again. */
  join(entry: QueueEntry): boolean;
  /** A call left the queue without a turn: it was dropped, or a human got the floor. */
  leave(callId: string): void;
  /** A turn started. Returns false when its call already had a turn that never ended. */
  begin(turn: LostTurn): boolean;
  /** A turn ended. `isLost`: its outcome is unknown. */
  end(turn: string, isLost: boolean): void;
  /** Turns that started and never ended. */
  open(): readonly LostTurn[];
  /** Lost turns that wait for a decision, by call id. */
  lost(): ReadonlyMap<string, LostTurn>;
  /** Lost turns that are to run again, by call id. Their calls wait in the queue. */
  again(): ReadonlyMap<string, LostTurn>;
  /** The queue: first the calls that were taken before, then the others; each part oldest first. */
  waiting(): readonly QueueEntry[];
  /** How many of the waiting calls were taken before. */
  interrupted(): number;
  /** Number of the newest call. */
  lastCall(): number;
}

/** Creates a follower that knows no calls yet. */
export function createReplayedCalls(): ReplayedCalls {
  const waiting = new Map<string, QueueEntry>();
  // By call id, because in logs of version 1 a turn that ran again got a new number.
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
