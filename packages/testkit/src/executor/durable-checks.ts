import { fail, quote } from '../problem.ts';
import type { ExecutorUnderTest } from './executor-under-test.ts';
import { collect, turnFor } from './run-turns.ts';

/** The same turn again gives the answer it had, and starts nobody. */
export async function checkAttachesAfter(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true) return;
  const turn = turnFor(subject, 'answers');
  const first = await collect(subject.executor, turn);
  const again = await collect(subject.executor, turn);
  if (again.result.text !== first.result.text || again.result.status !== first.result.status)
    fail(`A turn that has run answered ${quote(again.result.text)} the second time`, 'Give the result it had');
  await expectStarts(subject, 1, 'A turn that has run, run again');
}

/** The same turn while it runs is the turn that runs. */
export async function checkAttachesDuring(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true) return;
  const turn = turnFor(subject, 'answers');
  const both = await Promise.all([collect(subject.executor, turn), collect(subject.executor, turn)]);
  for (const { result } of both) {
    if (result.status !== 'completed')
      fail(`Of two runs of one turn one has the status ${quote(result.status)}`, 'Attach the second to the first');
  }
  await expectStarts(subject, 1, 'One turn, run twice at the same time');
}

/** A reader that leaves does not end the turn: whoever comes next gets its answer. */
export async function checkOutlivesReader(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true) return;
  const turn = turnFor(subject, 'answers');
  for await (const _event of subject.executor.run(turn, { signal: new AbortController().signal })) break;
  const { result } = await collect(subject.executor, turn);
  if (result.status !== 'completed')
    fail(
      `A turn whose reader had left is ${quote(result.status)}`,
      'End a turn when it is cancelled, not when nobody reads',
    );
  await expectStarts(subject, 1, 'A turn whose reader left, run again');
}

/** A turn belongs to its session, not to who started it. */
export async function checkAttachesElsewhere(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true || subject.another === undefined) return;
  const turn = turnFor(subject, 'answers');
  const first = await collect(subject.executor, turn);
  const again = await collect(await subject.another(), turn);
  if (again.result.text !== first.result.text)
    fail(
      `Another coordinator got ${quote(again.result.text)} for a turn that has run`,
      'Keep results where every coordinator finds them',
    );
  await expectStarts(subject, 1, 'A turn that has run, run by another coordinator');
}

/** A higher attempt starts the turn anew. */
export async function checkNextAttempt(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true) return;
  await collect(subject.executor, turnFor(subject, 'answers', { attempt: 1 }));
  const { result } = await collect(subject.executor, turnFor(subject, 'answers', { attempt: 2 }));
  if (result.status !== 'completed')
    fail(`A second attempt has the status ${quote(result.status)}`, 'Run the turn again when its attempt is higher');
  await expectStarts(subject, 2, 'A turn with a second attempt');
}

async function expectStarts(subject: ExecutorUnderTest, expected: number, what: string): Promise<void> {
  if (subject.starts === undefined)
    fail('A durable executor is tested without `starts`', 'Count how often a member is started, where it is started');
  const starts = await subject.starts('session-1', 'turn-1');
  if (starts !== expected)
    fail(`${what}, started its member ${starts} times`, `Start it ${expected === 1 ? 'once' : `${expected} times`}`);
}
