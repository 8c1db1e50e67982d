import { describeError, fail, quote } from '../problem.ts';
import type { ExecutorUnderTest } from './executor-under-test.ts';
import { collect, saidIn, turnFor, withinDeadline } from './run-turns.ts';

/** A member that answers completes, with its answer. */
export async function checkAnswer(subject: ExecutorUnderTest): Promise<void> {
  const prompt = 'Say é, 漢 and 🙂,\n  word for word.';
  const { events, result } = await collect(subject.executor, turnFor(subject, 'answers', { prompt }));
  if (result.status !== 'completed')
    fail(`A turn that went well has the status ${quote(result.status)}`, 'Pass the result on as the driver gave it');
  if (result.text.trim() !== prompt)
    fail(`The prompt came back as ${quote(result.text)}`, 'Hand the prompt over byte for byte');
  if (saidIn(events).trim() !== prompt)
    fail(`The events say ${quote(saidIn(events))}`, 'Pass every event of the turn on, in order');
}

/** A turn is plain data: what a queue or a wire makes of it is as good. */
export async function checkPlainTurn(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.promptFormat === 'chunks') return;
  const turn = JSON.parse(JSON.stringify(turnFor(subject, 'answers')));
  const { result } = await collect(subject.executor, turn);
  if (result.status !== 'completed')
    fail('A turn that went through JSON did not complete', 'Take nothing from a turn but its data');
}

/** A failure of the agent is a result, with what it had said. */
export async function checkFailure(subject: ExecutorUnderTest): Promise<void> {
  const { result } = await collect(subject.executor, turnFor(subject, 'fails'));
  if (result.status !== 'failed' || result.error === undefined)
    fail(
      `An agent that fails gives the status ${quote(result.status)}${result.error ? '' : ' and no error'}`,
      'Give status failed and the error',
    );
}

/** A member nobody knows ends its turn only: by an error, or by a failed result. */
export async function checkUnknownMember(subject: ExecutorUnderTest): Promise<void> {
  const turn = { ...turnFor(subject, 'answers'), member: 'nobody-of-that-name' };
  try {
    const { result } = await collect(subject.executor, turn);
    if (result.status === 'completed') fail('A member that does not exist completed a turn', 'Refuse it');
  } catch (error) {
    if ((error as Error).name === 'AssertionError') throw error;
  }
  await checkAnswer(subject);
}

/** A turn that is cancelled ends, and says so. */
export async function checkCancel(subject: ExecutorUnderTest): Promise<void> {
  const abort = new AbortController();
  const { result } = await collect(subject.executor, turnFor(subject, 'hangs'), abort.signal, (event) => {
    if (event.type === 'text' || event.type === 'text-delta') abort.abort();
  });
  if (result.status !== 'cancelled')
    fail(`A turn that was cancelled has the status ${quote(result.status)}`, 'Give status cancelled');
}

/** A turn that was cancelled before it began does not complete. */
export async function checkCancelledBefore(subject: ExecutorUnderTest): Promise<void> {
  const { result } = await collect(subject.executor, turnFor(subject, 'hangs'), AbortSignal.abort());
  if (result.status !== 'cancelled')
    fail(
      `A turn whose signal was aborted from the start has the status ${quote(result.status)}`,
      'Look at the signal before you begin',
    );
}

/** Turns at the same time have nothing to do with each other. */
export async function checkManyAtOnce(subject: ExecutorUnderTest): Promise<void> {
  const turns = Array.from({ length: 6 }, (_, index) =>
    turnFor(subject, 'answers', { id: `turn-${index + 1}`, prompt: `This is turn ${index + 1}.` }),
  );
  const results = await Promise.all(turns.map((turn) => collect(subject.executor, turn)));
  for (const [index, { result }] of results.entries()) {
    if (result.text.trim() !== `This is turn ${index + 1}.`)
      fail(`Of six turns at once number ${index + 1} answered ${quote(result.text)}`, 'Share nothing between turns');
  }
}

/** A reader that takes its time gets everything all the same. */
export async function checkSlowReader(subject: ExecutorUnderTest): Promise<void> {
  const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
  const turn = turnFor(subject, 'answers');
  const { events, result } = await collect(subject.executor, turn, undefined, slowly);
  if (saidIn(events).trim() !== result.text.trim())
    fail('A slow reader did not get all events', 'Produce slowly rather than leave something out');
}

/** A reader that leaves ends the turn, unless the executor is durable. */
export async function checkReaderLeaves(subject: ExecutorUnderTest): Promise<void> {
  const leaving = (async () => {
    const abort = new AbortController();
    for await (const event of subject.executor.run(turnFor(subject, 'hangs'), { signal: abort.signal })) {
      if (event.type === 'text' || event.type === 'text-delta') break;
    }
    abort.abort();
  })();
  await withinDeadline(leaving, 'A reader that left in the middle of a turn').catch((error: unknown) => {
    if ((error as Error).name === 'AssertionError') throw error;
    fail(`Leaving in the middle of a turn threw ${describeError(error)}`, 'Let readers leave without a word');
  });
}
