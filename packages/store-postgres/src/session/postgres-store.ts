import { CtxError, type SessionStore, type StoredRecord } from '@ctx/contract';
import type { Database } from '../database/database.ts';
import { appendRecords, prepareAppend } from './append-records.ts';
import { followRecords } from './follow-records.ts';
import { newestSeq, readRecords } from './read-records.ts';
import { requireSessionId } from './session-id.ts';

/** Which session, and where. */
export interface PostgresStoreOptions {
  /** Stays open when the store is closed. */
  readonly database: Database;
  readonly sessionId: string;
}

/**
 * A session's log in Postgres. An append whose answer was lost is asked for again under its operation id, so a connection
 * that breaks is not noticed as long as the database comes back within the time it was opened with.
 * @throws TypeError for an id that a session may not have.
 */
export function createPostgresStore({ database, sessionId: id }: PostgresStoreOptions): SessionStore {
  const sessionId = requireSessionId(id);
  const closed = new AbortController();
  // One after the other, in the order of the calls: the connections of a pool overtake each other.
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
      // Whoever reads hears of it.
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
    `The session ${sessionId} is claimed by ${String(row?.['holder'])}. Wait for it to end.`,
  );
}
