import type { Intent, QueueEntry } from '@ctx/contract';

/** More calls than this do not wait; they are refused. */
export const MAX_WAITING = 50;

/** Calls of one message beyond this many become P3. */
export const MAX_URGENT_PER_MESSAGE = 10;

/** Replies to the message just completed that may go before everybody else, one after the other. */
export const MAX_REPLIES_IN_ROW = 5;

/** A call that wants to join the queue. */
export type NewCall = Omit<QueueEntry, 'id'>;

/** What became of calls that wanted to join. A call that already waits and is as urgent appears in neither list. */
export interface AddedCalls {
  /** Those that became more urgent keep their ids and places. */
  readonly added: readonly QueueEntry[];
  readonly refused: readonly NewCall[];
}

/** What has to be known to make the same queue again. */
export interface QueueState {
  readonly entries: readonly QueueEntry[];
  /** How many at the front were taken before and have to be taken again. Default 0. */
  readonly interrupted?: number | undefined;
  readonly repliesInRow: number;
  readonly lastCall: number;
}

/** Who speaks when. Bounded, so every operation has a bounded cost. */
export interface TurnQueue {
  add(calls: readonly NewCall[]): AddedCalls;
  /** Takes the next call out. `justCompleted` is the message whose replies go before others. */
  take(justCompleted: string | undefined): QueueEntry | undefined;
  /** Takes out, oldest first, at most `count` of the calls that `wanted` agrees to. */
  takeAlso(count: number, wanted: (entry: QueueEntry) => boolean): QueueEntry[];
  /** A call that was taken waits again, before everybody who was not. */
  putBack(entry: QueueEntry): void;
  /** Counts replies from here again, because the turn that was counted does not count. */
  recount(repliesInRow: number): void;
  /** Removes the calls that `unwanted` agrees to. */
  remove(unwanted: (entry: QueueEntry) => boolean): QueueEntry[];
  /** In the order in which the calls were made. */
  waiting(): readonly QueueEntry[];
  state(): QueueState;
}

/** A queue, empty or as it was. */
export function createTurnQueue(initial?: QueueState): TurnQueue {
  let entries: QueueEntry[] = [...(initial?.entries ?? [])];
  let repliesInRow = initial?.repliesInRow ?? 0;
  let lastCall = initial?.lastCall ?? 0;
  const interrupted = new Set(entries.slice(0, initial?.interrupted ?? 0).map(({ id }) => id));

  const waitingFor = (call: NewCall) =>
    entries.find((entry) => entry.member === call.member && entry.replyTo === call.replyTo);

  const pick = (entry: QueueEntry | undefined) => {
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
        const known = waitingFor(call);
        if (known !== undefined) {
          if (intent < known.intent) added.push(raise(known, intent));
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
      // Their order was decided, and counted, when they were first taken.
      const again = entries.find(({ id }) => interrupted.has(id));
      if (again !== undefined) return pick(again);
      const urgent = entries.find((entry) => entry.intent === 'P1');
      if (urgent !== undefined) return pick(urgent);

      const reply = mostImportant(entries.filter((entry) => entry.replyTo === justCompleted));
      const other = mostImportant(entries.filter((entry) => entry.replyTo !== justCompleted));
      if (reply !== undefined && (other === undefined || repliesInRow < MAX_REPLIES_IN_ROW)) {
        repliesInRow += 1;
        return pick(reply);
      }
      if (other !== undefined) repliesInRow = 0;
      return pick(other);
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

// One message may call somebody twice; the place is that of the first call, the intent that of the most urgent.
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
