import { CtxError, type SessionStore, type StoredRecord } from '@ctx/contract';

/** A store that keeps the log in memory: for tests, and for conversations nobody wants to keep. */
export function createMemoryStore(): SessionStore {
  const records: StoredRecord[] = [];
  const operations = new Map<string, number>();
  let closed = false;
  return {
    async append(added, { expectedSeq, operationId }) {
      if (closed) throw new CtxError('CTX_STORE_FAILED', 'The store is closed.');
      const known = operations.get(operationId);
      if (known !== undefined) return { seq: known };
      if (expectedSeq !== records.length) throw conflict(expectedSeq, records.length);
      // As JSON would store them, and all of them before the first is kept.
      const copies = added.map((record) => JSON.parse(JSON.stringify(record)));
      for (const record of copies) records.push({ seq: records.length + 1, operationId, record });
      operations.set(operationId, records.length);
      return { seq: records.length };
    },
    read(fromSeq = 1) {
      return inOrder(records.slice(Math.max(0, fromSeq - 1)));
    },
    async close() {
      closed = true;
    },
  };
}

async function* inOrder(records: readonly StoredRecord[]): AsyncGenerator<StoredRecord> {
  yield* records;
}

/** The log is not where the writer thinks it is. */
export function conflict(expectedSeq: number, seq: number): CtxError {
  return new CtxError(
    'CTX_STORE_CONFLICT',
    `The log is at ${seq}, the writer expected ${expectedSeq}: somebody else has written, or the session is not new. ` +
      'Resume it.',
  );
}
