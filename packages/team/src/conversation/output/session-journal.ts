import { randomUUID } from 'node:crypto';
import type { SessionRecord, SessionStore } from '@ctx/contract';
import type { StoreClaim } from './store-claim.ts';

/** Writes the records of a conversation, one append at a time. Each append expects the log as the last one left it. */
export interface SessionJournal {
  /** Resolves when all records are in the log. After one failure, every later write fails too. */
  write(records: readonly SessionRecord[]): Promise<void>;
  /** Waits for pending writes, releases the claim and closes the store. */
  close(): Promise<void>;
}

/**
 * Creates the journal of a store whose newest record is `seq`. `opening` is written together with the first records, so
 * that a conversation in which nobody ever speaks leaves no log.
 */
export function createSessionJournal(
  store: SessionStore,
  claim: StoreClaim,
  seq: number,
  opening: readonly SessionRecord[] = [],
): SessionJournal {
  // Unique for this writer. With equal ids, the append of a second writer would count as a repetition, not as a conflict.
  const writer = randomUUID();
  let expectedSeq = seq;
  let appends = 0;
  let unwrittenOpening = opening;
  let last: Promise<void> = Promise.resolve();

  const append = async (records: readonly SessionRecord[]) => {
    const all = [...unwrittenOpening, ...records];
    unwrittenOpening = [];
    appends += 1;
    const epoch = await claim.take();
    const result = await store.append(all, { expectedSeq, operationId: `${writer}-${appends}`, epoch });
    expectedSeq = result.seq;
  };

  return {
    write(records) {
      if (records.length === 0) return last;
      last = last.then(() => append(records));
      // The caller gets the failure. This only prevents an unhandled rejection.
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
