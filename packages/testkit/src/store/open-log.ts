import { CtxError, type SessionRecord, type SessionStore, type StoredRecord } from '@ctx/contract';
import { describeError, fail, quote } from '../problem.ts';
import type { CreateStore, StoreUnderTest } from './store-under-test.ts';

/** A log under test and its stores. */
export interface OpenLog {
  readonly subject: StoreUnderTest;
  /** The store opened first. */
  readonly store: SessionStore;
  /** Opens the log once more. */
  reopen(): Promise<SessionStore>;
}

/** Runs a check on a new log, and always closes and removes it afterwards. */
export async function withLog(create: CreateStore, check: (log: OpenLog) => Promise<void>): Promise<void> {
  const subject = await create();
  const opened: SessionStore[] = [];
  const reopen = async () => {
    const store = await subject.open();
    opened.push(store);
    return store;
  };
  try {
    await check({ subject, store: await reopen(), reopen });
  } finally {
    await Promise.allSettled(opened.map((store) => store.close()));
    await subject.remove?.();
  }
}

/** A record with the given text. */
export function taskRecord(text: string): SessionRecord {
  return { type: 'task', task: text, at: 1_700_000_000_000 };
}

/** Appends records and returns the new seq. Fails the check if the append is refused. */
export async function append(
  store: SessionStore,
  records: readonly SessionRecord[],
  expectedSeq: number,
  operationId: string,
  epoch?: number,
): Promise<number> {
  const outcome = await attemptAppend(store, records, expectedSeq, operationId, epoch);
  if ('error' in outcome) {
    fail(
      `append() with expectedSeq ${expectedSeq} rejected with ${describeError(outcome.error)}`,
      'Accept every append whose expectedSeq is the seq of the newest record',
    );
  }
  return outcome.seq;
}

/** Appends records and returns the new seq or the error. */
export async function attemptAppend(
  store: SessionStore,
  records: readonly SessionRecord[],
  expectedSeq: number,
  operationId: string,
  epoch?: number,
): Promise<{ readonly seq: number } | { readonly error: unknown }> {
  let pending: Promise<{ readonly seq: number }>;
  try {
    pending = store.append(records, { expectedSeq, operationId, epoch });
  } catch (error) {
    fail(`append() threw ${describeError(error)} synchronously`, 'Return a promise that rejects');
  }
  try {
    const answer = await pending;
    if (!Number.isInteger(answer?.seq)) {
      fail(
        `append() resolved with ${quote(JSON.stringify(answer))}`,
        'Resolve with { seq }, where seq is that of the last record',
      );
    }
    return answer;
  } catch (error) {
    if ((error as Error | undefined)?.name === 'AssertionError') throw error;
    return { error };
  }
}

/** Fails unless an append was refused with the given code. */
export function expectRefused(
  outcome: { readonly seq: number } | { readonly error: unknown },
  code: string,
  what: string,
): void {
  if (!('error' in outcome)) {
    fail(`${what} was accepted`, `Reject with a CtxError whose code is ${code}, and add nothing`);
  }
  if (!CtxError.isInstance(outcome.error) || outcome.error.code !== code) {
    fail(`${what} was refused with ${describeError(outcome.error)}`, `Reject with a CtxError whose code is ${code}`);
  }
}

/** All records from `fromSeq` on. */
export async function readAll(store: SessionStore, fromSeq?: number): Promise<StoredRecord[]> {
  return collect(fromSeq === undefined ? store.read() : store.read(fromSeq));
}

/** All records of an iteration. */
export async function collect(records: AsyncIterable<StoredRecord>): Promise<StoredRecord[]> {
  const collected: StoredRecord[] = [];
  for await (const record of records) collected.push(record);
  return collected;
}

/** Fails unless the log holds exactly these tasks, with seqs from 1 without gaps. `when` starts the message. */
export async function expectTasks(store: SessionStore, tasks: readonly string[], when: string): Promise<void> {
  const stored = await readAll(store);
  const found = stored.map(({ record }) => (record.type === 'task' ? String(record.task) : record.type));
  if (found.join('\n') !== tasks.join('\n')) {
    fail(
      `${when}, the log holds ${quote(found.join(', '))} instead of ${quote(tasks.join(', '))}`,
      'Keep every accepted record once and in order, and no refused record',
    );
  }
  for (const [index, { seq }] of stored.entries()) {
    if (seq !== index + 1) fail(`${when}, record ${index + 1} has the seq ${quote(seq)}`, 'Count from 1, without gaps');
  }
}
