import type { SessionStore, StoredRecord } from '@ctx/contract';
import { withinDeadline } from '../deadline.ts';
import { describeError, fail } from '../problem.ts';
import { append, type OpenLog, taskRecord } from './open-log.ts';

const DEADLINE_MS = 5_000;

/** A follower gets the existing records, then each new one, in order and once. */
export async function checkFollow({ store }: OpenLog): Promise<void> {
  if (store.follow === undefined) return;
  await append(store, ['a', 'b', 'c'].map(taskRecord), 0, 'one');
  const abort = new AbortController();
  const all = start(store, 1, abort.signal);
  const later = start(store, 3, abort.signal);
  await all.until(3, 'the existing records');
  await append(store, ['d', 'e'].map(taskRecord), 3, 'two');
  await append(store, [taskRecord('f')], 5, 'three');
  await all.until(6, 'the new records');
  await later.until(4, 'the new records');
  abort.abort();
  await all.end('its signal was aborted');
  await later.end('its signal was aborted');
  all.expectTasks('abcdef');
  later.expectTasks('cdef');
}

/** Following ends when the store is closed. */
export async function checkFollowEnds({ store }: OpenLog): Promise<void> {
  if (store.follow === undefined) return;
  await append(store, [taskRecord('a')], 0, 'one');
  const follower = start(store, 1, new AbortController().signal);
  await follower.until(1, 'the existing record');
  await store.close();
  await follower.end('the store was closed');
}

/** A slow follower does not delay appends, and gets every record. */
export async function checkSlowFollower({ store }: OpenLog): Promise<void> {
  if (store.follow === undefined) return;
  const abort = new AbortController();
  const iterator = store.follow(1, abort.signal)[Symbol.asyncIterator]();
  const first = iterator.next();
  for (let seq = 0; seq < 200; seq++) await append(store, [taskRecord(`${seq}`)], seq, `op ${seq}`);
  await within(first, 'the first record');
  for (let seq = 2; seq <= 200; seq++) {
    const { value } = await within(iterator.next(), `record ${seq}`);
    if (value?.seq !== seq) fail(`A slow follower got record ${value?.seq} instead of ${seq}`, 'Leave no record out');
  }
  abort.abort();
  await within(iterator.next(), 'the end, after its signal was aborted');
}

function start(store: SessionStore, fromSeq: number, signal: AbortSignal) {
  const got: StoredRecord[] = [];
  let onRecord = () => {};
  const done = (async () => {
    for await (const record of store.follow!(fromSeq, signal)) {
      got.push(record);
      onRecord();
    }
  })();
  done.catch(() => onRecord());
  return {
    async until(count: number, what: string): Promise<void> {
      const enough = new Promise<void>((resolve) => {
        onRecord = () => {
          if (got.length >= count) resolve();
        };
        onRecord();
      });
      await within(Promise.race([enough, done]), what);
    },
    async end(why: string): Promise<void> {
      await within(done, `the end, after ${why}`);
    },
    expectTasks(tasks: string): void {
      const found = got.map(({ record }) => (record.type === 'task' ? record.task : record.type)).join('');
      const seqs = got.map(({ seq }) => seq);
      const isInOrder = seqs.every((seq, index) => seq === seqs[0]! + index);
      if (found !== tasks || !isInOrder) {
        fail(`A follower got ${found} instead of ${tasks}`, 'Return every record from fromSeq on once, in order');
      }
    },
  };
}

async function within<Value>(pending: Promise<Value>, what: string): Promise<Value> {
  try {
    return await withinDeadline(
      pending,
      DEADLINE_MS,
      `A follower did not get ${what} within ${DEADLINE_MS} ms`,
      'Wake followers at every append, when the store closes and when the signal is aborted',
    );
  } catch (error) {
    if ((error as Error | undefined)?.name === 'AssertionError') throw error;
    fail(`follow() threw ${describeError(error)}`, 'End the iteration when the signal is aborted');
  }
}
