import type { AssemblerInput, IContextAssembler, PromptContextMessage } from '@ctx/contract';
import { utf8Bytes } from '../byte-size.ts';
import { describeError, fail } from '../problem.ts';
import { countOf } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

const MANY = 10_000;
/** Reads of a message, and times each byte is measured, that a search over how many to keep stays well below. */
const WORK_PER_MESSAGE = 100;

const ADVICE =
  'Measure each message once, from the newest back, and stop at the budget, instead of rendering again for each one dropped';

class TooMuchWork extends Error {}

/** Ten thousand messages are an ordinary afternoon. */
export function checkManyMessages(create: () => IContextAssembler): void {
  const contextMessages = Array.from({ length: MANY }, (_, index) => ({
    from: 'Ann',
    to: 'Ben',
    content: `line ${index}.`,
  }));
  const input: AssemblerInput = { ...sampleInput(), contextMessages };
  const { prompt, systemFlag } = render(createAssembler(create), input, `${MANY} context messages`);
  const lines = countOf(`${prompt}${systemFlag ?? ''}`, 'line ');
  if (lines !== MANY)
    fail(
      `${lines} of ${MANY} context messages came out though the budget holds all`,
      'Drop messages for the budget only',
    );
}

/** The work grows with the number of messages, not with its square. Work is counted; no clock is asked. */
export function checkLinearWork(create: () => IContextAssembler): void {
  const counter = { reads: 0 };
  const contextMessages = Array.from({ length: MANY }, (_, index) => countedMessage(`line ${index}.`, counter));
  const full = render(createAssembler(create), sampleInput({ without: ['context'] }), 'no context');
  const maxBytes = utf8Bytes(full.prompt) + utf8Bytes(full.systemFlag ?? '') + 2_000;
  const assembler = createAssembler(create);
  try {
    countingMeasuredBytes(MANY * 40 * WORK_PER_MESSAGE, () =>
      assembler.assemble({ ...sampleInput(), contextMessages, maxBytes }),
    );
  } catch (error) {
    if (error instanceof TooMuchWork)
      fail(`Dropping ${MANY} context messages takes quadratic work: ${error.message}`, ADVICE);
    fail(
      `Dropping ${MANY} context messages threw ${describeError(error)}`,
      'Use loops rather than recursion or argument lists',
    );
  }
}

function countedMessage(content: string, counter: { reads: number }): PromptContextMessage {
  return {
    from: 'Ann',
    to: 'Ben',
    get content() {
      if (++counter.reads > MANY * WORK_PER_MESSAGE) throw new TooMuchWork(`messages were read ${counter.reads} times`);
      return content;
    },
  };
}

/** Watches the usual ways to measure a text while `body` runs, and stops it when too much is measured. */
function countingMeasuredBytes(limit: number, body: () => void): void {
  const { byteLength, from } = Buffer;
  const { encode } = TextEncoder.prototype;
  let measured = 0;
  const count = (value: unknown) => {
    measured += typeof value === 'string' ? value.length : 0;
    if (measured > limit) throw new TooMuchWork(`texts of ${measured} characters were measured`);
  };
  try {
    Buffer.byteLength = (...given) => {
      count(given[0]);
      return byteLength(...given);
    };
    Buffer.from = ((...given: Parameters<typeof Buffer.from>) => {
      count(given[0]);
      return from.apply(Buffer, given);
    }) as typeof Buffer.from;
    TextEncoder.prototype.encode = function (text) {
      count(text);
      return encode.call(this, text);
    };
    body();
  } finally {
    Buffer.byteLength = byteLength;
    Buffer.from = from;
    TextEncoder.prototype.encode = encode;
  }
}
