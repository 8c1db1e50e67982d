import { CtxError, type SessionRecord, type SessionStore, type StoredRecord } from '@ctx/contract';
import type { CreateStore } from '../store/store-under-test.ts';

/** The data that several stores share, like a database. */
export interface Medium {
  readonly rows: StoredRecord[];
  claim: { readonly owner: string; readonly until: number; readonly epoch: number } | undefined;
}

/** The steps of a store. Broken stores replace one of them. */
export interface StoreSteps {
  readonly copy: (records: readonly SessionRecord[]) => SessionRecord[];
  /** Returns the seq of a known operation. `memory` belongs to one open store. */
  readonly known: (medium: Medium, operationId: string, memory: Map<string, number>) => number | undefined;
  readonly isCurrent: (medium: Medium, expectedSeq: number) => boolean;
  readonly write: (
    medium: Medium,
    records: readonly SessionRecord[],
    operationId: string,
    memory: Map<string, number>,
  ) => Promise<void> | void;
  readonly read: (medium: Medium, fromSeq: number) => AsyncIterable<StoredRecord>;
  /** Returns the epoch, or throws. */
  readonly claim: (medium: Medium, owner: string, ttlMs: number) => number;
  readonly isFenced: (medium: Medium, epoch: number | undefined) => boolean;
  /** `isOver` says whether following must end. */
  readonly follow: (medium: Medium, fromSeq: number, isOver: () => boolean) => AsyncIterable<StoredRecord>;
  readonly conflict: () => Error;
  readonly closed: () => Error;
  /** Runs an append after the earlier ones. */
  readonly inTurn: (
    queue: { last: Promise<unknown> },
    task: () => Promise<{ seq: number }>,
  ) => Promise<{ seq: number }>;
}

/** The steps of a store without defects. */
export const SOUND: StoreSteps = {
  copy: (records) => JSON.parse(JSON.stringify(records)),
  known: ({ rows }, operationId) => rows.findLast((row) => row.operationId === operationId)?.seq,
  isCurrent: ({ rows }, expectedSeq) => rows.length === expectedSeq,
  write: ({ rows }, records, operationId) => {
    for (const record of records) rows.push({ seq: rows.length + 1, operationId, record });
  },
  read: ({ rows }, fromSeq) => each(rows.filter(({ seq }) => seq >= fromSeq)),
  claim: (medium, owner, ttlMs) => {
    const held = medium.claim;
    if (held !== undefined && held.owner !== owner && held.until > Date.now()) {
      throw new CtxError('CTX_STORE_LOCKED', 'Somebody else writes this log');
    }
    const epoch = held?.owner === owner ? held.epoch : (held?.epoch ?? 0) + 1;
    medium.claim = { owner, until: Date.now() + ttlMs, epoch };
    return epoch;
  },
  isFenced: ({ claim }, epoch) => epoch !== undefined && epoch !== claim?.epoch,
  follow: async function* ({ rows }, fromSeq, isOver) {
    for (let next = fromSeq - 1; !isOver(); ) {
      if (next < rows.length) yield structuredClone(rows[next++]!);
      else await new Promise((resolve) => setTimeout(resolve, 1));
    }
  },
  conflict: () => new CtxError('CTX_STORE_CONFLICT', 'The log has moved on'),
  closed: () => new CtxError('CTX_STORE_FAILED', 'The store is closed'),
  inTurn: (queue, task) => {
    const result = queue.last.then(task);
    queue.last = result.catch(() => {});
    return result;
  },
};

/** Yields copies of the rows, asynchronously. */
export async function* each(rows: readonly StoredRecord[]): AsyncGenerator<StoredRecord> {
  for (const row of rows) yield structuredClone(row);
}

/** A log whose stores open synchronously. */
export interface SampleLog {
  open(): SessionStore;
}

/** A store that is correct except for the replaced steps. Its data outlives it, so it can be opened again. */
export function sampleStore(replaced: Partial<StoreSteps> = {}): () => SampleLog {
  return () => {
    const medium: Medium = { rows: [], claim: undefined };
    const queue = { last: Promise.resolve() as Promise<unknown> };
    return { open: () => openStore(medium, queue, { ...SOUND, ...replaced }) };
  };
}

function openStore(medium: Medium, queue: { last: Promise<unknown> }, steps: StoreSteps): SessionStore {
  let isClosed = false;
  const memory = new Map<string, number>();
  return {
    async append(records, { expectedSeq, operationId, epoch }) {
      if (isClosed) throw steps.closed();
      const copies = steps.copy(records);
      return steps.inTurn(queue, async () => {
        const known = steps.known(medium, operationId, memory);
        if (known !== undefined) return { seq: known };
        if (steps.isFenced(medium, epoch) || !steps.isCurrent(medium, expectedSeq)) throw steps.conflict();
        await steps.write(medium, copies, operationId, memory);
        return { seq: medium.rows.length };
      });
    },
    read: (fromSeq = 1) => steps.read(medium, fromSeq),
    claim: async (owner, ttlMs) => ({ epoch: steps.claim(medium, owner, ttlMs) }),
    follow: (fromSeq, signal) => steps.follow(medium, fromSeq, () => signal.aborted || isClosed),
    close: async () => {
      isClosed = true;
      await queue.last;
    },
  };
}

/** A correct store with methods replaced. */
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
