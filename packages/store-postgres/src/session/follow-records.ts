import type { StoredRecord } from '@ctx/contract';
import { NEWS_CHANNEL, sessionTopic } from '../database/channels.ts';
import type { Database } from '../database/database.ts';
import { readPage } from './read-records.ts';

/** Notifications can be lost, so new records are also polled for this often. */
const POLL_MS = 1_000;
/** How long to wait for a database that cannot be reached. */
const RETRY_MS = 24 * 60 * 60_000;

/** Yields the records from `fromSeq` on, then each new one, until the signal is aborted. */
export async function* followRecords(
  database: Database,
  sessionId: string,
  fromSeq: number,
  signal: AbortSignal,
): AsyncGenerator<StoredRecord, void> {
  const sleeper = createSleeper(signal);
  const unlisten = database.onWake(NEWS_CHANNEL, sessionTopic(sessionId), sleeper.wake);
  let next = Math.max(1, fromSeq);
  try {
    while (!signal.aborted) {
      const page = await readPage(database, sessionId, next, undefined, { retryMs: RETRY_MS, signal }).catch(
        (error: unknown) => {
          // The caller has stopped following, which is not an error.
          if (signal.aborted) return [];
          throw error;
        },
      );
      for (const record of page) {
        if (signal.aborted) return;
        yield record;
        next = record.seq + 1;
      }
      if (page.length === 0) await sleeper.sleep(POLL_MS);
    }
  } finally {
    unlisten();
    sleeper.dispose();
  }
}

// `sleep` ends early when `wake` is called or the signal is aborted. A `wake` between two sleeps ends the next one at once.
function createSleeper(signal: AbortSignal) {
  let isWoken = false;
  let endSleep = () => {};
  const wake = () => {
    isWoken = true;
    endSleep();
  };
  signal.addEventListener('abort', wake);
  return {
    wake,
    async sleep(ms: number): Promise<void> {
      if (!isWoken && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          endSleep = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isWoken = false;
      endSleep = () => {};
    },
    dispose: () => signal.removeEventListener('abort', wake),
  };
}
