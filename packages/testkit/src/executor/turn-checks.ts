import { deliveredText } from '../driver/run-turn.ts';
import { describeError, fail, quote } from '../problem.ts';
import type { ExecutorUnderTest } from './executor-under-test.ts';
import { collect, turnFor, untilEnd } from './run-turns.ts';

/** A turn of a member that answers completes with the answer. */
export async function checkAnswer(subject: ExecutorUnderTest): Promise<void> {
  const prompt = 'Say é, 漢 and 🙂,\n  word for word.';
  const { events, result } = await collect(subject.executor, turnFor(subject, 'answers', { prompt }));
  if (result.status !== 'completed') {
    fail(
      `A successful turn has the status ${quote(result.status)} instead of "completed"`,
      'Pass on the result of the driver unchanged',
    );
  }
  if (result.text.trim() !== prompt) {
    fail(`The prompt ${quote(prompt)} came back as ${quote(result.text)}`, 'Pass on the prompt byte for byte');
  }
  if (deliveredText(events).trim() !== prompt) {
    fail(`The events say ${quote(deliveredText(events))} instead of ${quote(prompt)}`, 'Pass on every event, in order');
  }
}

/** A turn is plain data: it still works after it went through JSON, as in a queue. */
export async function checkPlainTurn(subject: ExecutorUnderTest): Promise<void> {
  if (subject.executor.promptFormat === 'chunks') return;
  const turn = JSON.parse(JSON.stringify(turnFor(subject, 'answers')));
  const { result } = await collect(subject.executor, turn);
  if (result.status !== 'completed') {
    fail('A turn that went through JSON did not complete', 'Use only the plain data of a turn, not its object');
  }
}

/** A failure of the agent is a result with an error. */
export async function checkFailure(subject: ExecutorUnderTest): Promise<void> {
  const { result } = await collect(subject.executor, turnFor(subject, 'fails'));
  if (result.status !== 'failed' || result.error === undefined) {
    fail(
      `The turn of an agent that fails has the status ${quote(result.status)}${result.error ? '' : ' and no error'}`,
      'Return status failed with the error',
    );
  }
}

/** A turn of an unknown member rejects or fails, and does not affect the next turn. */
export async function checkUnknownMember(subject: ExecutorUnderTest): Promise<void> {
  const turn = { ...turnFor(subject, 'answers'), member: 'nobody-of-that-name' };
  try {
    const { result } = await collect(subject.executor, turn);
    if (result.status === 'completed') {
      fail('A turn of a member that does not exist completed', 'Reject it, or return status failed');
    }
  } catch (error) {
    if ((error as Error).name === 'AssertionError') throw error;
  }
  await checkAnswer(subject);
}

/** A cancelled turn ends with the status `cancelled`. */
export async function checkCancel(subject: ExecutorUnderTest): Promise<void> {
  const abort = new AbortController();
  const { result } = await collect(subject.executor, turnFor(subject, 'hangs'), abort.signal, (event) => {
    if (event.type === 'text' || event.type === 'text-delta') abort.abort();
  });
  if (result.status !== 'cancelled') {
    fail(`A cancelled turn has the status ${quote(result.status)}`, 'Return status cancelled');
  }
}

/** A turn that was cancelled before its start has the status `cancelled`. */
export async function checkCancelledBefore(subject: ExecutorUnderTest): Promise<void> {
  const { result } = await collect(subject.executor, turnFor(subject, 'hangs'), AbortSignal.abort());
  if (result.status !== 'cancelled') {
    fail(
      `A turn that was cancelled before its start has the status ${quote(result.status)} instead of "cancelled"`,
      'Check signal.aborted before you start',
    );
  }
}

/** Turns at the same time do not affect each other. */
export async function checkManyAtOnce(subject: ExecutorUnderTest): Promise<void> {
  const turns = Array.from({ length: 6 }, (_, index) =>
    turnFor(subject, 'answers', { id: `turn-${index + 1}`, prompt: `This is turn ${index + 1}.` }),
  );
  const results = await Promise.all(turns.map((turn) => collect(subject.executor, turn)));
  for (const [index, { result }] of results.entries()) {
    if (result.text.trim() !== `This is turn ${index + 1}.`) {
      fail(`Of six turns at once, number ${index + 1} answered ${quote(result.text)}`, 'Share nothing between turns');
    }
  }
}

/** A slow reader gets all events. */
export async function checkSlowReader(subject: ExecutorUnderTest): Promise<void> {
  const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
  const turn = turnFor(subject, 'answers');
  const { events, result } = await collect(subject.executor, turn, undefined, slowly);
  if (deliveredText(events).trim() !== result.text.trim()) {
    fail('A slow reader did not get all events', 'Wait for the reader instead of dropping events');
  }
}

/** A reader can stop reading in the middle of a turn, without an error. */
export async function checkReaderLeaves(subject: ExecutorUnderTest): Promise<void> {
  const leaving = (async () => {
    const abort = new AbortController();
    for await (const event of subject.executor.run(turnFor(subject, 'hangs'), { signal: abort.signal })) {
      if (event.type === 'text' || event.type === 'text-delta') break;
    }
    abort.abort();
  })();
  await untilEnd(leaving, 'A turn whose reader stopped reading').catch((error: unknown) => {
    if ((error as Error).name === 'AssertionError') throw error;
    fail(
      `run() threw ${describeError(error)} when its reader stopped reading`,
      'End the iteration without an error when the reader stops',
    );
  });
}
