import { fail, quote } from '../problem.ts';
import type { ExecutorUnderTest } from './executor-under-test.ts';
import { collect, turnFor } from './run-turns.ts';

/** Running a finished turn again returns its answer and starts no member. */
export async function checkAttachesAfter(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true) return;
  const turn = turnFor(subject, 'answers');
  const first = await collect(subject.executor, turn);
  const again = await collect(subject.executor, turn);
  if (again.result.text !== first.result.text || again.result.status !== first.result.status) {
    fail(
      `A finished turn that is run again answers ${quote(again.result.text)} instead of ${quote(first.result.text)}`,
      'Return the result of the first run',
    );
  }
  await expectStarts(subject, 1, 'A finished turn that is run again');
}

/** Running a turn that is already running attaches to it. */
export async function checkAttachesDuring(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true) return;
  const turn = turnFor(subject, 'answers');
  const both = await Promise.all([collect(subject.executor, turn), collect(subject.executor, turn)]);
  for (const { result } of both) {
    if (result.status !== 'completed') {
      fail(
        `Of two runs of one turn at the same time, one has the status ${quote(result.status)} instead of "completed"`,
        'Attach the second run to the first',
      );
    }
  }
  await expectStarts(subject, 1, 'A turn that is run twice at the same time');
}

/** A turn does not end when its reader stops reading. The next reader gets its answer. */
export async function checkOutlivesReader(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true) return;
  const turn = turnFor(subject, 'answers');
  for await (const _event of subject.executor.run(turn, { signal: new AbortController().signal })) break;
  const { result } = await collect(subject.executor, turn);
  if (result.status !== 'completed') {
    fail(
      `A turn whose reader stopped reading has the status ${quote(result.status)} instead of "completed"`,
      'End a turn when it is cancelled, not when nobody reads',
    );
  }
  await expectStarts(subject, 1, 'A turn that is run again after its reader stopped reading');
}

/** Another coordinator gets the answer of a finished turn. */
export async function checkAttachesElsewhere(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true || subject.another === undefined) return;
  const turn = turnFor(subject, 'answers');
  const first = await collect(subject.executor, turn);
  const again = await collect(await subject.another(), turn);
  if (again.result.text !== first.result.text) {
    fail(
      `Another coordinator got ${quote(again.result.text)} for a finished turn instead of ${quote(first.result.text)}`,
      'Keep results where every coordinator finds them',
    );
  }
  await expectStarts(subject, 1, 'A finished turn that is run by another coordinator');
}

/** A higher attempt starts the turn again. */
export async function checkNextAttempt(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.durable !== true) return;
  await collect(subject.executor, turnFor(subject, 'answers', { attempt: 1 }));
  const { result } = await collect(subject.executor, turnFor(subject, 'answers', { attempt: 2 }));
  if (result.status !== 'completed') {
    fail(
      `A second attempt has the status ${quote(result.status)} instead of "completed"`,
      'Run the turn again if its attempt is higher',
    );
  }
  await expectStarts(subject, 2, 'A turn with a second attempt');
}

async function expectStarts(subject: ExecutorUnderTest, expected: number, what: string): Promise<void> {
  if (subject.starts === undefined) {
    fail('A durable executor is tested without `starts`', 'Add a `starts` that counts how often a member was started');
  }
  const starts = await subject.starts('session-1', 'turn-1');
  if (starts !== expected) {
    fail(`${what} started its member ${starts} times`, `Start it ${expected === 1 ? 'once' : `${expected} times`}`);
  }
}
