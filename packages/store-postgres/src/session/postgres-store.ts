import { CtxError, type SessionStore, type StoredRecord } from '@ctx/contract';
import type { Database } from '../database/database.ts';
import { appendRecords, prepareAppend } from './append-records.ts';
import { followRecords } from './follow-records.ts';
import { newestSeq, readRecords } from './read-records.ts';
import { requireSessionId } from './session-id.ts';

/** The session and its database. */
export interface PostgresStoreOptions {
  /** Stays open when the store is closed. */
  readonly database: Database;
  readonly sessionId: string;
}

/**
 * A session's log in Postgres. An append whose answer was lost is sent again with the same operation id. So callers do not
 * notice a broken connection if the database is back within the `retryMs` it was opened with.
 * @throws TypeError for an invalid session id.
 */
export function createPostgresStore({ database, sessionId: id }: PostgresStoreOptions): SessionStore {
  const sessionId = requireSessionId(id);
  const closed = new AbortController();
  // Statements on two connections of a pool can overtake each other, so calls run one after the other.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  function requireOpen(): void {
    if (closed.signal.aborted) throw new CtxError('CTX_STORE_FAILED', 'The store is closed.');
  }

  return {
    sessionId,
    async append(records, options) {
      requireOpen();
      const prepared = prepareAppend(records, options);
      return inTurn(() => appendRecords(database, sessionId, prepared));
    },
    async claim(owner, ttlMs) {
      requireOpen();
      return claimSession(database, sessionId, owner, ttlMs);
    },
    read(fromSeq = 1) {
      const toSeq = inTurn(() => newestSeq(database, sessionId));
      // The reader gets the error; this only prevents an unhandled rejection.
      toSeq.catch(() => {});
      return readLater(database, sessionId, fromSeq, toSeq);
    },
    follow: (fromSeq, signal) => followRecords(database, sessionId, fromSeq, AbortSignal.any([signal, closed.signal])),
    async close() {
      closed.abort();
      await last;
    },
  };
}

async function* readLater(
  database: Database,
  sessionId: string,
  fromSeq: number,
  toSeq: Promise<number>,
): AsyncGenerator<StoredRecord, void> {
  yield* readRecords(database, sessionId, fromSeq, await toSeq);
}

async function claimSession(database: Database, sessionId: string, owner: string, ttlMs: number) {
  const [row] = await database.query("select * from ctx.claim_session($1, $2, $3 * interval '1 millisecond')", [
    sessionId,
    owner,
    Math.max(0, ttlMs),
  ]);
  if (row?.['granted'] === true) return { epoch: Number(row['epoch']) };
  throw new CtxError(
    'CTX_STORE_LOCKED',
    `The session ${sessionId} is claimed by ${String(row?.['holder'])}. Wait until the claim ends.`,
  );
}
