import { CtxError } from '@ctx/contract';
import { describeError, fail } from '../problem.ts';
import { expectOneWinner } from './guard-checks.ts';
import { append, attemptAppend, expectRefused, expectTasks, type OpenLog, taskRecord } from './open-log.ts';

/** A closed store refuses appends, and can be closed again. */
export async function checkClosed({ store }: OpenLog): Promise<void> {
  await append(store, [taskRecord('a')], 0, 'one');
  await closing(store.close());
  await closing(store.close());
  expectRefused(
    await attemptAppend(store, [taskRecord('b')], 1, 'two'),
    'CTX_STORE_FAILED',
    'An append to a closed store',
  );
}

/** Closing waits for appends in progress. */
export async function checkClosingWaits(log: OpenLog): Promise<void> {
  if (isForgetful(log)) return;
  const pending = Promise.all([
    attemptAppend(log.store, [taskRecord('a')], 0, 'one'),
    attemptAppend(log.store, [taskRecord('b')], 1, 'two'),
  ]);
  await closing(log.store.close());
  for (const outcome of await pending) {
    if ('error' in outcome) {
      fail(
        `An append that was called before close() rejected with ${describeError(outcome.error)}`,
        'Wait for appends in progress before you close',
      );
    }
  }
  await expectTasks(await log.reopen(), ['a', 'b'], 'After close() was called directly after two appends');
}

/** A log that is opened again has all its records and operation ids. */
export async function checkReopened(log: OpenLog): Promise<void> {
  if (isForgetful(log)) return;
  await append(log.store, ['a', '漢🙂'].map(taskRecord), 0, 'one');
  await append(log.store, [taskRecord('c')], 2, 'two');
  await closing(log.store.close());
  const store = await log.reopen();
  await expectTasks(store, ['a', '漢🙂', 'c'], 'After opening again');
  expectRefused(
    await attemptAppend(store, [taskRecord('x')], 0, 'new'),
    'CTX_STORE_CONFLICT',
    'An append with expectedSeq 0 to a log that was opened again',
  );
  const repeated = await attemptAppend(store, ['a', '漢🙂'].map(taskRecord), 0, 'one');
  if ('error' in repeated || repeated.seq !== 2) {
    fail(
      'After opening again, an earlier operationId is not known',
      'Store operation ids with the records: a caller whose answer was lost in a crash repeats its append',
    );
  }
  await append(store, [taskRecord('d')], 3, 'three');
  await closing(store.close());
  await expectTasks(await log.reopen(), ['a', '漢🙂', 'c', 'd'], 'After opening a third time');
}

/** A second writer is locked out, or both can write without damaging the log. */
export async function checkTwoWriters(log: OpenLog): Promise<void> {
  if (isForgetful(log)) return;
  await append(log.store, [taskRecord('a')], 0, 'one');
  const second = await log.reopen().catch((error: unknown) => {
    if (CtxError.isInstance(error) && error.code === 'CTX_STORE_LOCKED') return undefined;
    fail(
      `Opening a log that is already open rejected with ${describeError(error)}`,
      'Reject with CTX_STORE_LOCKED, or let both write',
    );
  });
  if (second === undefined) return;
  const outcomes = await Promise.all(
    [log.store, second, log.store, second].map((store, index) =>
      attemptAppend(store, [taskRecord('b')], 1, `op ${index}`),
    ),
  );
  await expectOneWinner(outcomes);
  for (const store of [log.store, second]) {
    await expectTasks(store, ['a', 'b'], 'After two writers appended with the same expectedSeq');
  }
  const repeated = await attemptAppend(second, [taskRecord('a')], 0, 'one');
  if ('error' in repeated || repeated.seq !== 1) {
    fail('An operationId of one writer is unknown to the other', 'Look it up in the log, not in memory');
  }
}

function isForgetful({ subject }: OpenLog): boolean {
  return subject.skips?.includes('reopen') === true;
}

async function closing(closed: Promise<void>): Promise<void> {
  try {
    await closed;
  } catch (error) {
    fail(`close() rejected with ${describeError(error)}`, 'Resolve, also if the store is already closed');
  }
}
