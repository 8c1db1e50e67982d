import { CtxError } from '@ctx/contract';
import { describeError, fail } from '../problem.ts';
import { expectOneWinner } from './guard-checks.ts';
import { append, attemptAppend, expectRefused, expectTasks, type OpenLog, taskRecord } from './open-log.ts';

/** A closed store takes nothing more, and can be closed again. */
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

/** Closing waits for what is under way. */
export async function checkClosingWaits(log: OpenLog): Promise<void> {
  if (isForgetful(log)) return;
  const pending = Promise.all([
    attemptAppend(log.store, [taskRecord('a')], 0, 'one'),
    attemptAppend(log.store, [taskRecord('b')], 1, 'two'),
  ]);
  await closing(log.store.close());
  for (const outcome of await pending) {
    if ('error' in outcome)
      fail(
        `An append that was called before close() rejected with ${describeError(outcome.error)}`,
        'Wait for appends under way before you close',
      );
  }
  await expectTasks(await log.reopen(), ['a', 'b'], 'After close() was called right behind two appends');
}

/** A log that is opened again goes on where it was. */
export async function checkReopened(log: OpenLog): Promise<void> {
  if (isForgetful(log)) return;
  await append(log.store, ['a', '漢🙂'].map(taskRecord), 0, 'one');
  await append(log.store, [taskRecord('c')], 2, 'two');
  await closing(log.store.close());
  const store = await log.reopen();
  await expectTasks(store, ['a', '漢🙂', 'c'], 'Opened again');
  expectRefused(
    await attemptAppend(store, [taskRecord('x')], 0, 'new'),
    'CTX_STORE_CONFLICT',
    'An append with expectedSeq 0 to a log that was opened again',
  );
  const repeated = await attemptAppend(store, ['a', '漢🙂'].map(taskRecord), 0, 'one');
  if ('error' in repeated || repeated.seq !== 2) {
    fail(
      'After opening again, an operationId from before is not known',
      'Keep operation ids with the records: an answer may be lost in a crash',
    );
  }
  await append(store, [taskRecord('d')], 3, 'three');
  await closing(store.close());
  await expectTasks(await log.reopen(), ['a', '漢🙂', 'c', 'd'], 'Opened a third time');
}

/** A second writer is kept out, or the two of them keep the log whole together. */
export async function checkTwoWriters(log: OpenLog): Promise<void> {
  if (isForgetful(log)) return;
  await append(log.store, [taskRecord('a')], 0, 'one');
  const second = await log.reopen().catch((error: unknown) => {
    if (CtxError.isInstance(error) && error.code === 'CTX_STORE_LOCKED') return undefined;
    fail(
      `Opening a log that is open rejected with ${describeError(error)}`,
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
  for (const store of [log.store, second]) await expectTasks(store, ['a', 'b'], 'After two writers at one place');
  const repeated = await attemptAppend(second, [taskRecord('a')], 0, 'one');
  if ('error' in repeated || repeated.seq !== 1)
    fail('An operationId of one writer is not known to the other', 'Look it up in the log, not in memory');
}

function isForgetful({ subject }: OpenLog): boolean {
  return subject.skips?.includes('reopen') === true;
}

async function closing(closed: Promise<void>): Promise<void> {
  try {
    await closed;
  } catch (error) {
    fail(`close() rejected with ${describeError(error)}`, 'Closing gives back what is held; twice is fine');
  }
}
