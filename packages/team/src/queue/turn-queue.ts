import type { Intent, QueueEntry } from '@ctx/contract';

/** Calls that may wait at the same time. Further calls are refused. */
export const MAX_WAITING = 50;

/** Calls of one message that may wait with their own intent. Further ones become P3. */
const MAX_URGENT_PER_MESSAGE = 10;

/** Replies to the message just completed that may go first in a row while other calls wait. */
export const MAX_REPLIES_IN_ROW = 5;

/** A call that wants to join the queue. */
export type NewCall = Omit<QueueEntry, 'id'>;

/** The outcome of `add`. A call that already waits with the same or a better intent is in neither list. */
interface AddedCalls {
  /** New calls, and waiting calls that became more urgent; those keep their ids and places. */
  readonly added: readonly QueueEntry[];
  /** Calls for which there was no room. */
  readonly refused: readonly NewCall[];
}

/** Everything that is needed to restore a queue. */
interface QueueState {
  readonly entries: readonly QueueEntry[];
  /** How many calls at the front were taken before; they go first, in their order. Default 0. */
  readonly interrupted?: number | undefined;
  /** How many replies to the message just completed have been taken in a row. */
  readonly repliesInRow: number;
  /** Number of the newest call; 0 before the first. */
  readonly lastCall: number;
}

/** The calls that wait, and the order in which they are taken. At most `MAX_WAITING`, so every operation is cheap. */
export interface TurnQueue {
  /** Adds calls at the end. A member waits at most once for the same message, with its best intent. */
  add(calls: readonly NewCall[]): AddedCalls;
  /**
   * Takes the next call: interrupted calls first, then P1, then replies to `justCompleted` (at most five in a row while
   * others wait), then the others; P2 before P3, and the oldest first.
   */
  take(justCompleted: string | undefined): QueueEntry | undefined;
  /** Takes at most `count` of the calls for which `wanted` returns true, oldest first. */
  takeAlso(count: number, wanted: (entry: QueueEntry) => boolean): QueueEntry[];
  /** Puts a taken call back, before all calls that were never taken. */
  putBack(entry: QueueEntry): void;
  /** Sets the count of replies in a row back, because a turn was cancelled and does not count. */
  recount(repliesInRow: number): void;
  /** Removes the calls for which `unwanted` returns true, and returns them. */
  remove(unwanted: (entry: QueueEntry) => boolean): QueueEntry[];
  /** The waiting calls, oldest first; calls that were put back come before. */
  waiting(): readonly QueueEntry[];
  state(): QueueState;
}

/** Creates an empty queue, or restores one. */
export function createTurnQueue(initial?: QueueState): TurnQueue {
  let entries: QueueEntry[] = [...(initial?.entries ?? [])];
  let repliesInRow = initial?.repliesInRow ?? 0;
  let lastCall = initial?.lastCall ?? 0;
  const interrupted = new Set(entries.slice(0, initial?.interrupted ?? 0).map(({ id }) => id));

  const findSameCall = (call: NewCall) =>
    entries.find((entry) => entry.member === call.member && entry.replyTo === call.replyTo);

  const takeOut = (entry: QueueEntry | undefined) => {
    if (entry !== undefined) entries.splice(entries.indexOf(entry), 1);
    return entry;
  };

  const raise = (entry: QueueEntry, intent: Intent) => {
    const raised = { ...entry, intent };
    entries[entries.indexOf(entry)] = raised;
    return raised;
  };

  return {
    add(calls) {
      const added: QueueEntry[] = [];
      const refused: NewCall[] = [];
      for (const call of atBestIntent(calls)) {
        const sameMessage = entries.filter((entry) => entry.replyTo === call.replyTo).length;
        const intent = sameMessage < MAX_URGENT_PER_MESSAGE ? call.intent : 'P3';
        const waiting = findSameCall(call);
        if (waiting !== undefined) {
          if (intent < waiting.intent) added.push(raise(waiting, intent));
          continue;
        }
        if (entries.length >= MAX_WAITING) {
          refused.push(call);
          continue;
        }
        lastCall += 1;
        const { member, replyTo, byHuman, standsInFor } = call;
        const standing = standsInFor === undefined ? {} : { standsInFor };
        const entry: QueueEntry = { id: `call-${lastCall}`, member, replyTo, intent, byHuman, ...standing };
        entries.push(entry);
        added.push(entry);
      }
      return { added, refused };
    },

    take(justCompleted) {
      // No count of replies here: it was updated when the call was first taken.
      const takenBefore = entries.find(({ id }) => interrupted.has(id));
      if (takenBefore !== undefined) return takeOut(takenBefore);
      const urgent = entries.find((entry) => entry.intent === 'P1');
      if (urgent !== undefined) return takeOut(urgent);

      const reply = mostImportant(entries.filter((entry) => entry.replyTo === justCompleted));
      const other = mostImportant(entries.filter((entry) => entry.replyTo !== justCompleted));
      if (reply !== undefined && (other === undefined || repliesInRow < MAX_REPLIES_IN_ROW)) {
        repliesInRow += 1;
        return takeOut(reply);
      }
      if (other !== undefined) repliesInRow = 0;
      return takeOut(other);
    },

    takeAlso(count, wanted) {
      const taken = entries.filter(wanted).slice(0, Math.max(0, count));
      entries = entries.filter((entry) => !taken.includes(entry));
      return taken;
    },

    putBack(entry) {
      const before = entries.filter(({ id }) => interrupted.has(id)).length;
      interrupted.add(entry.id);
      entries.splice(before, 0, entry);
    },

    recount(count) {
      repliesInRow = count;
    },

    remove(unwanted) {
      const removed = entries.filter(unwanted);
      entries = entries.filter((entry) => !removed.includes(entry));
      return removed;
    },

    waiting: () => [...entries],
    state: () => ({
      entries: [...entries],
      interrupted: entries.filter(({ id }) => interrupted.has(id)).length,
      repliesInRow,
      lastCall,
    }),
  };
}

// A message may call a member twice. The first call gives the place, the most urgent one the intent.
function atBestIntent(calls: readonly NewCall[]): NewCall[] {
  const best = new Map<string, NewCall>();
  for (const call of calls) {
    const key = JSON.stringify([call.member, call.replyTo]);
    const known = best.get(key);
    if (known === undefined || call.intent < known.intent) best.set(key, call);
  }
  return [...best.values()];
}

function mostImportant(candidates: readonly QueueEntry[]): QueueEntry | undefined {
  return candidates.find((entry) => entry.intent !== 'P3') ?? candidates[0];
}
