import type { StoredRecord } from '@ctx/contract';
import { sessionTopic, TOLD_CHANNEL } from '../database/channels.ts';
import type { Database } from '../database/database.ts';
import { readPage } from './read-records.ts';

/** A notification can be lost; this is how long new records may then go unnoticed. */
const POLL_MS = 1_000;
/** A database that is away for a while comes back; whoever follows waits for it. */
const PATIENCE_MS = 24 * 60 * 60_000;

/** The records from `fromSeq` on, then each new one, until the signal is aborted. */
export async function* followRecords(
  database: Database,
  sessionId: string,
  fromSeq: number,
  signal: AbortSignal,
): AsyncGenerator<StoredRecord, void> {
  const news = createDoorbell(signal);
  const unlisten = database.onWake(TOLD_CHANNEL, sessionTopic(sessionId), news.ring);
  let next = Math.max(1, fromSeq);
  try {
    while (!signal.aborted) {
      const page = await readPage(database, sessionId, next, undefined, { retryMs: PATIENCE_MS, signal }).catch(
        (error: unknown) => {
          // Given up because nobody wants it any more.
          if (signal.aborted) return [];
          throw error;
        },
      );
      for (const record of page) {
        if (signal.aborted) return;
        yield record;
        next = record.seq + 1;
      }
      if (page.length === 0) await news.wait(POLL_MS);
    }
  } finally {
    unlisten();
    news.dispose();
  }
}

/** Lets somebody wait for a ring, the end, or a moment to pass. A ring that nobody waited for counts the next time. */
export function createDoorbell(signal: AbortSignal) {
  let rung = false;
  let wake = () => {};
  const ring = () => {
    rung = true;
    wake();
  };
  signal.addEventListener('abort', ring);
  return {
    ring,
    async wait(ms: number): Promise<void> {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = () => {};
    },
    dispose: () => signal.removeEventListener('abort', ring),
  };
}
