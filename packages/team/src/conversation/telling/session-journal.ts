import { randomUUID } from 'node:crypto';
import type { SessionRecord, SessionStore } from '@ctx/contract';
import type { StoreClaim } from './store-claim.ts';

/** The conversation's pen: writes records one append after the other, each expecting the log to be as it left it. */
export interface SessionJournal {
  /** Resolves when the records are in the log, all of them. After one failure, everything after it fails too. */
  write(records: readonly SessionRecord[]): Promise<void>;
  /** Waits for what is under way, then closes the store. */
  close(): Promise<void>;
}

/**
 * A journal on top of a store whose newest record is `seq`. `opening` is written before the first record, so that
 * a conversation in which nobody ever speaks leaves no log.
 */
export function createSessionJournal(
  store: SessionStore,
  claim: StoreClaim,
  seq: number,
  opening: readonly SessionRecord[] = [],
): SessionJournal {
  // Unique to this writer: two writers with the same idea must conflict, not be taken for one that repeats itself.
  const writer = randomUUID();
  let expectedSeq = seq;
  let appends = 0;
  let unwritten = opening;
  let last: Promise<void> = Promise.resolve();

  const append = async (records: readonly SessionRecord[]) => {
    const all = [...unwritten, ...records];
    unwritten = [];
    appends += 1;
    const epoch = await claim.take();
    const result = await store.append(all, { expectedSeq, operationId: `${writer}-${appends}`, epoch });
    expectedSeq = result.seq;
  };

  return {
    write(records) {
      if (records.length === 0) return last;
      last = last.then(() => append(records));
      // Whoever wrote hears of the failure; this only keeps it from counting as unhandled as well.
      last.catch(() => {});
      return last;
    },
    async close() {
      await last.catch(() => {});
      await claim.release();
      await store.close();
    },
  };
}
