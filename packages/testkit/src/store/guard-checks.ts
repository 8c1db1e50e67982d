import type { SessionRecord } from '@ctx/contract';
import { fail } from '../problem.ts';
import { append, attemptAppend, expectRefused, expectTasks, type OpenLog, taskRecord } from './open-log.ts';

/** An append with a known operation id adds nothing, whatever its records and `expectedSeq`. */
export async function checkRepeated({ store }: OpenLog): Promise<void> {
  await append(store, ['a', 'b'].map(taskRecord), 0, 'one');
  await append(store, [taskRecord('c')], 2, 'two');
  for (const [expectedSeq, text] of [
    [0, 'a'],
    [2, 'a'],
    [3, 'something else'],
    [99, 'x'],
  ] as const) {
    const outcome = await attemptAppend(store, [taskRecord(text)], expectedSeq, 'one');
    if ('error' in outcome) {
      fail(
        `A repeated operationId was refused with expectedSeq ${expectedSeq}`,
        'Check the operationId first: answer a repeated append like the first one',
      );
    }
    if (outcome.seq !== 2) {
      fail(
        `A repeated append resolved with seq ${outcome.seq} instead of 2`,
        'Resolve with the seq of the first append',
      );
    }
  }
  await expectTasks(store, ['a', 'b', 'c'], 'After an append was repeated');
}

/** Of several appends with the same operation id at the same time, one adds its records. */
export async function checkRepeatedAtOnce({ store }: OpenLog): Promise<void> {
  const outcomes = await Promise.all([1, 2, 3].map(() => attemptAppend(store, [taskRecord('a')], 0, 'one')));
  for (const outcome of outcomes) {
    if ('error' in outcome || outcome.seq !== 1) {
      fail(
        'Of three equal appends at once, not all resolved with seq 1',
        'Process appends one after the other, and check each operationId when its append is processed',
      );
    }
  }
  await expectTasks(store, ['a'], 'After three equal appends at once');
}

/** An append with a wrong `expectedSeq` is refused, and adds nothing. */
export async function checkConflict({ store }: OpenLog): Promise<void> {
  const refuse = async (expectedSeq: number, id: string) =>
    expectRefused(
      await attemptAppend(store, [taskRecord('wrong')], expectedSeq, id),
      'CTX_STORE_CONFLICT',
      `An append with expectedSeq ${expectedSeq}`,
    );
  await refuse(1, 'too early');
  await append(store, ['a', 'b'].map(taskRecord), 0, 'one');
  for (const expectedSeq of [0, 1, 3, -1, Number.NaN, 1.5]) await refuse(expectedSeq, `wrong ${expectedSeq}`);
  await expectTasks(store, ['a', 'b'], 'After appends were refused');
  // A refused append does not use up its operation id.
  await append(store, [taskRecord('c')], 2, 'wrong 0');
  await expectTasks(store, ['a', 'b', 'c'], 'After a refused append was repeated with the right seq');
}

/** Of many appends with the same `expectedSeq`, exactly one is accepted. */
export async function checkRace({ store }: OpenLog): Promise<void> {
  await append(store, [taskRecord('start')], 0, 'start');
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => attemptAppend(store, [taskRecord(`writer ${index}`)], 1, `op ${index}`)),
  );
  await expectOneWinner(outcomes);
  const winner = outcomes.findIndex((outcome) => 'seq' in outcome);
  await expectTasks(store, ['start', `writer ${winner}`], 'After ten appends at once with the same expectedSeq');
}

/** Fails unless one of the appends was accepted and all others were refused. */
export async function expectOneWinner(
  outcomes: readonly ({ readonly seq: number } | { readonly error: unknown })[],
): Promise<void> {
  const winners = outcomes.filter((outcome) => 'seq' in outcome).length;
  if (winners !== 1) {
    fail(
      `Of ${outcomes.length} appends at once with the same expectedSeq, ${winners} were accepted instead of 1`,
      'Compare expectedSeq and write in one atomic step',
    );
  }
  for (const outcome of outcomes) {
    if (!('seq' in outcome)) expectRefused(outcome, 'CTX_STORE_CONFLICT', 'An append that came too late');
  }
}

/** Appends that are called at the same time take effect in the order of the calls. */
export async function checkQueue({ store }: OpenLog): Promise<void> {
  const texts = Array.from({ length: 20 }, (_, index) => `record ${index}`);
  await Promise.all(texts.map((text, index) => append(store, [taskRecord(text)], index, `op ${index}`)));
  await expectTasks(store, texts, 'After twenty successive appends, called at once');
}

/** An append of no records adds nothing, and its `expectedSeq` is checked like any other. */
export async function checkEmptyAppend({ store }: OpenLog): Promise<void> {
  const before = await append(store, [], 0, 'nothing');
  await append(store, [taskRecord('a')], 0, 'one');
  const after = await append(store, [], 1, 'nothing again');
  if (before !== 0 || after !== 1) {
    fail(
      `Appends of no records resolved with seq ${before} and ${after}`,
      'Resolve with the seq of the newest record: 0 and 1',
    );
  }
  expectRefused(
    await attemptAppend(store, [], 5, 'wrong'),
    'CTX_STORE_CONFLICT',
    'An append of no records with a wrong expectedSeq',
  );
  await expectTasks(store, ['a'], 'After appends of no records');
}

/** Either all records of an append are added, or none. */
export async function checkAllOrNone({ store }: OpenLog): Promise<void> {
  const cyclic: Record<string, unknown> = { type: 'task', task: 'cyclic', at: 1 };
  cyclic['self'] = cyclic;
  for (const bad of [cyclic, { type: 'task', task: 'big', at: 10n }]) {
    const outcome = await attemptAppend(store, [taskRecord('good'), bad as unknown as SessionRecord], 0, 'half');
    if (!('error' in outcome)) fail('An append with a record that JSON cannot hold was accepted', 'Reject it');
    await expectTasks(store, [], 'After an append whose second record JSON cannot hold');
  }
  await append(store, [taskRecord('a')], 0, 'half');
  await expectTasks(store, ['a'], 'After such an append was corrected and repeated');
}
