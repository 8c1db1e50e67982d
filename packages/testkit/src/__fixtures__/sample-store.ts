import { CtxError, type SessionRecord, type SessionStore, type StoredRecord } from '@ctx/contract';
import type { CreateStore } from '../store/store-under-test.ts';

/** What survives the store: a database, so to say. */
export interface Medium {
  readonly rows: StoredRecord[];
}

/** Steps of a store. Broken ones replace one of them. */
export interface StoreSteps {
  readonly copy: (records: readonly SessionRecord[]) => SessionRecord[];
  /** `memory` is what one open store keeps for itself. */
  readonly known: (medium: Medium, operationId: string, memory: Map<string, number>) => number | undefined;
  readonly isCurrent: (medium: Medium, expectedSeq: number) => boolean;
  readonly write: (
    medium: Medium,
    records: readonly SessionRecord[],
    operationId: string,
    memory: Map<string, number>,
  ) => Promise<void> | void;
  readonly read: (medium: Medium, fromSeq: number) => AsyncIterable<StoredRecord>;
  readonly conflict: () => Error;
  readonly closed: () => Error;
  /** Runs an append after those before it. */
  readonly inTurn: (
    queue: { last: Promise<unknown> },
    task: () => Promise<{ seq: number }>,
  ) => Promise<{ seq: number }>;
}

const SOUND: StoreSteps = {
  copy: (records) => JSON.parse(JSON.stringify(records)),
  known: ({ rows }, operationId) => rows.findLast((row) => row.operationId === operationId)?.seq,
  isCurrent: ({ rows }, expectedSeq) => rows.length === expectedSeq,
  write: ({ rows }, records, operationId) => {
    for (const record of records) rows.push({ seq: rows.length + 1, operationId, record });
  },
  read: ({ rows }, fromSeq) => each(rows.filter(({ seq }) => seq >= fromSeq)),
  conflict: () => new CtxError('CTX_STORE_CONFLICT', 'The log has moved on'),
  closed: () => new CtxError('CTX_STORE_FAILED', 'The store is closed'),
  inTurn: (queue, task) => {
    const result = queue.last.then(task);
    queue.last = result.catch(() => {});
    return result;
  },
};

/** Gives the rows one by one, with time for others in between. */
export async function* each(rows: readonly StoredRecord[]): AsyncGenerator<StoredRecord> {
  for (const row of rows) yield structuredClone(row);
}

/** A log whose stores are opened at once. */
export interface SampleLog {
  open(): SessionStore;
}

/** A store on a medium that keeps what it holds, sound but for the steps that are replaced. */
export function sampleStore(replaced: Partial<StoreSteps> = {}): () => SampleLog {
  return () => {
    const medium: Medium = { rows: [] };
    const queue = { last: Promise.resolve() as Promise<unknown> };
    return { open: () => openStore(medium, queue, { ...SOUND, ...replaced }) };
  };
}

function openStore(medium: Medium, queue: { last: Promise<unknown> }, steps: StoreSteps): SessionStore {
  let isClosed = false;
  const memory = new Map<string, number>();
  return {
    async append(records, { expectedSeq, operationId }) {
      if (isClosed) throw steps.closed();
      const copies = steps.copy(records);
      return steps.inTurn(queue, async () => {
        const known = steps.known(medium, operationId, memory);
        if (known !== undefined) return { seq: known };
        if (!steps.isCurrent(medium, expectedSeq)) throw steps.conflict();
        await steps.write(medium, copies, operationId, memory);
        return { seq: medium.rows.length };
      });
    },
    read: (fromSeq = 1) => steps.read(medium, fromSeq),
    close: async () => {
      isClosed = true;
      await queue.last;
    },
  };
}

/** A sound store with methods replaced. */
export function withStore(change: (store: SessionStore) => Partial<SessionStore>): CreateStore {
  return () => {
    const subject = sampleStore()();
    return {
      open: () => {
        const store = subject.open();
        return { ...store, ...change(store) };
      },
    };
  };
}
