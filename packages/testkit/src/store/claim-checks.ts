import { CtxError, type SessionStore } from '@ctx/contract';
import { describeError, fail } from '../problem.ts';
import { append, attemptAppend, expectRefused, expectTasks, type OpenLog, taskRecord } from './open-log.ts';

const LONG_MS = 60_000;
const SHORT_MS = 40;

/** The owner of a claim keeps it, and claims of others are refused. */
export async function checkClaim({ store }: OpenLog): Promise<void> {
  if (store.claim === undefined) return;
  const first = await claim(store, 'first', LONG_MS);
  const again = await claim(store, 'first', LONG_MS);
  if (again !== first) {
    fail(`The same owner got epoch ${first}, then ${again}`, 'Keep the epoch when an owner renews its claim');
  }
  await expectLocked(store);
  await append(store, [taskRecord('a')], 0, 'one', first);
  await append(store, [taskRecord('b')], 1, 'two');
  await expectTasks(store, ['a', 'b'], 'After appends by the owner of the claim');
}

/** An expired claim passes to the next owner, and its epoch is no longer valid. */
export async function checkClaimPasses({ store }: OpenLog): Promise<void> {
  if (store.claim === undefined) return;
  const first = await claim(store, 'first', SHORT_MS);
  await append(store, [taskRecord('a')], 0, 'one', first);
  await new Promise((resolve) => setTimeout(resolve, 2 * SHORT_MS));
  const second = await claim(store, 'second', LONG_MS);
  if (!(second > first)) {
    fail(`A later claim got epoch ${second} after ${first}`, 'Give every new owner a higher epoch');
  }
  expectRefused(
    await attemptAppend(store, [taskRecord('late')], 1, 'late', first),
    'CTX_STORE_CONFLICT',
    'An append with the epoch of an expired claim',
  );
  const repeated = await attemptAppend(store, [taskRecord('a')], 0, 'one', first);
  if ('error' in repeated) {
    fail('A repeated operationId was refused for its old epoch', 'Check the operationId first, then the epoch');
  }
  await append(store, [taskRecord('b')], 1, 'two', second);
  await expectTasks(store, ['a', 'b'], 'After a claim passed to another owner');
}

/** A claim that was given back is free at once. */
export async function checkClaimGivenBack({ store }: OpenLog): Promise<void> {
  if (store.claim === undefined) return;
  const first = await claim(store, 'first', LONG_MS);
  await claim(store, 'first', 0);
  let second: number;
  try {
    second = (await store.claim('second', LONG_MS)).epoch;
  } catch (error) {
    fail(
      `After claim(owner, 0), a claim of another owner was refused with ${describeError(error)}`,
      'With a ttlMs of 0 the owner gives its claim back: end it at once',
    );
  }
  if (second > first) return;
  fail(
    `A claim after one that was given back got epoch ${second} after ${first}`,
    'Give every new owner a higher epoch',
  );
}

async function claim(store: SessionStore, owner: string, ttlMs: number): Promise<number> {
  let epoch: unknown;
  try {
    epoch = (await store.claim!(owner, ttlMs))?.epoch;
  } catch (error) {
    fail(`claim() rejected with ${describeError(error)}`, 'Grant it if nobody else holds it, or if it has expired');
  }
  if (Number.isInteger(epoch)) return epoch as number;
  fail(`claim() resolved with the epoch ${String(epoch)}`, 'Resolve with { epoch }, where epoch is a whole number');
}

async function expectLocked(store: SessionStore): Promise<void> {
  let error: unknown;
  try {
    await store.claim!('second', LONG_MS);
  } catch (thrown) {
    error = thrown;
  }
  if (!CtxError.isInstance(error) || error.code !== 'CTX_STORE_LOCKED') {
    const outcome = error === undefined ? 'was granted' : `was refused with ${describeError(error)}`;
    fail(
      `A claim that somebody else holds ${outcome}`,
      'Reject with a CtxError whose code is CTX_STORE_LOCKED until the claim expires',
    );
  }
}
