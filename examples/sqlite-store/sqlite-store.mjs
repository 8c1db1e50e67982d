// Sessions in one SQLite file, by `npm i libsql`. Several processes may have it open: of two that append to the same session
// at the same time, one is refused with CTX_STORE_CONFLICT. Use it with one process for each session.
//
//   const store = createSqliteStore({ file: 'sessions.db', sessionId: 'monday' });
//   const conversation = createConversation({ team, store });
import { CtxError } from '@ctx/contract';
import Database from 'libsql';

const PAGE = 500;
const BUSY_MS = 5_000;

/** A record is kept as JSON, because a later version may add fields. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS records (
    session TEXT NOT NULL, seq INTEGER NOT NULL, operation TEXT NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (session, seq)
  );
  CREATE INDEX IF NOT EXISTS operations ON records (session, operation, seq);`;

/**
 * @param {{ file: string, sessionId: string }} options
 * @returns {import('@ctx/contract').SessionStore}
 */
export function createSqliteStore({ file, sessionId }) {
  const database = new Database(file, { timeout: BUSY_MS });
  database.exec(SCHEMA);
  /** @type {(sql: string) => any} libsql does not know the columns. */
  const prepare = (sql) => database.prepare(sql);
  const lastOf = prepare('SELECT max(seq) AS seq FROM records WHERE session = ? AND operation = ?');
  const newest = prepare('SELECT coalesce(max(seq), 0) AS seq FROM records WHERE session = ?');
  const insert = prepare('INSERT INTO records (session, seq, operation, record) VALUES (?, ?, ?, ?)');
  const page = prepare('SELECT * FROM records WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq');
  let isOpen = true;

  /** @type {(texts: string[], expectedSeq: number, operationId: string) => number} */
  function add(texts, expectedSeq, operationId) {
    const { seq: known } = lastOf.get(sessionId, operationId);
    if (known !== null) return known;
    const { seq } = newest.get(sessionId);
    if (seq !== expectedSeq) throw new CtxError('CTX_STORE_CONFLICT', `The log is at ${seq}, not at ${expectedSeq}.`);
    for (const [index, text] of texts.entries()) insert.run(sessionId, seq + index + 1, operationId, text);
    return seq + texts.length;
  }
  // It takes the write lock before it reads, so that no other process comes between.
  const addAll = database.transaction(add).immediate;

  return {
    sessionId,
    async append(records, { expectedSeq, operationId }) {
      if (!isOpen) throw new CtxError('CTX_STORE_FAILED', 'The store is closed.');
      const texts = records.map((record) => JSON.stringify(record));
      try {
        return { seq: addAll(texts, expectedSeq, operationId) };
      } catch (error) {
        if (CtxError.isInstance(error)) throw error;
        throw new CtxError('CTX_STORE_FAILED', `${file} cannot be written: ${error}`, { cause: error });
      }
    },
    read(fromSeq = 1) {
      const { seq: last } = newest.get(sessionId);
      return (async function* () {
        for (let from = fromSeq; from <= last; from += PAGE) {
          for (const { seq, operation, record } of page.all(sessionId, from, Math.min(last, from + PAGE - 1))) {
            yield { seq, operationId: operation, record: JSON.parse(record) };
          }
        }
      })();
    },
    async close() {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}
