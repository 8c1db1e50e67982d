import { CtxError, type SessionStore, type StoredRecord } from '@ctx/contract';
import { createClaims } from './claims.ts';
import { copyRecords } from './copy-records.ts';

/** A store that keeps the log in memory, for tests and for conversations that need not be kept. */
export function createMemoryStore(): SessionStore {
  const records: StoredRecord[] = [];
  const operations = new Map<string, number>();
  const claims = createClaims();
  const waiting = new Set<() => void>();
  let closed = false;

  const wakeAll = () => {
    for (const wake of waiting) wake();
  };

  async function* follow(fromSeq: number, signal: AbortSignal): AsyncGenerator<StoredRecord, void> {
    let next = Math.max(0, fromSeq - 1);
    while (!signal.aborted) {
      for (; next < records.length && !signal.aborted; next++) yield records[next]!;
      if (closed || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
  }

  return {
    async append(added, { expectedSeq, operationId, epoch }) {
      if (closed) throw new CtxError('CTX_STORE_FAILED', 'The store is closed.');
      const known = operations.get(operationId);
      if (known !== undefined) return { seq: known };
      claims.require(epoch);
      if (expectedSeq !== records.length) throw conflict(expectedSeq, records.length);
      // All are copied as JSON before the first is stored, so that a record that cannot be copied leaves the log unchanged.
      const copies = copyRecords(added);
      for (const record of copies) records.push({ seq: records.length + 1, operationId, record });
      operations.set(operationId, records.length);
      wakeAll();
      return { seq: records.length };
    },
    read(fromSeq = 1) {
      return inOrder(records.slice(Math.max(0, fromSeq - 1)));
    },
    async claim(owner, ttlMs) {
      return claims.claim(owner, ttlMs);
    },
    follow,
    async close() {
      closed = true;
      wakeAll();
    },
  };
}

async function* inOrder(records: readonly StoredRecord[]): AsyncGenerator<StoredRecord> {
  yield* records;
}

/** The error for an append that does not continue the log. */
export function conflict(expectedSeq: number, seq: number): CtxError {
  return new CtxError(
    'CTX_STORE_CONFLICT',
    `The log is at ${seq}, the writer expected ${expectedSeq}: somebody else has written, or the session is not new. ` +
      'Resume it.',
  );
}
