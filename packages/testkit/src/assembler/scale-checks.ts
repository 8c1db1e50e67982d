import type { AssemblerInput, IContextAssembler, PromptContextMessage, TokenCounter } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { describeError, fail } from '../problem.ts';
import { countOf } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

const MANY = 10_000;
/** Reads of a message, and times each byte is measured, that a search over how many to keep stays well below. */
const WORK_PER_MESSAGE = 100;
/** In characters; a line of a message has about 40. */
const MOST_MEASURED = MANY * 40 * WORK_PER_MESSAGE;

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
  const bare = sampleInput({ without: ['context'] });
  const room = outputBytes(render(createAssembler(create), bare, 'no context')) + 2_000;
  const counted = { tokenCounter: countedTokens(), maxTokens: room };
  for (const limits of [{ maxBytes: room }, counted]) {
    const counter = { reads: 0 };
    const contextMessages = Array.from({ length: MANY }, (_, index) => countedMessage(`line ${index}.`, counter));
    dropMany(createAssembler(create), { ...sampleInput(), contextMessages, ...limits });
  }
}

function dropMany(assembler: IContextAssembler, input: AssemblerInput): void {
  try {
    countingMeasuredBytes(() => assembler.assemble(input));
  } catch (error) {
    if (error instanceof TooMuchWork)
      fail(`Dropping ${MANY} context messages takes quadratic work: ${error.message}`, ADVICE);
    fail(
      `Dropping ${MANY} context messages threw ${describeError(error)}`,
      'Use loops rather than recursion or argument lists',
    );
  }
}

/** A token for each UTF-16 unit, as long as not too many are counted. */
function countedTokens(): TokenCounter {
  let counted = 0;
  return {
    id: 'counted',
    exact: true,
    count: (text) => {
      counted += text.length;
      if (counted > MOST_MEASURED) throw new TooMuchWork(`tokens of ${counted} characters were counted`);
      return text.length;
    },
  };
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
function countingMeasuredBytes(body: () => void): void {
  const { byteLength, from } = Buffer;
  const { encode, encodeInto } = TextEncoder.prototype;
  let measured = 0;
  const count = (value: unknown) => {
    measured += typeof value === 'string' ? value.length : 0;
    if (measured > MOST_MEASURED) throw new TooMuchWork(`texts of ${measured} characters were measured`);
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
    TextEncoder.prototype.encodeInto = function (text, bytes) {
      count(text.slice(0, bytes.length));
      return encodeInto.call(this, text, bytes);
    };
    body();
  } finally {
    Buffer.byteLength = byteLength;
    Buffer.from = from;
    TextEncoder.prototype.encode = encode;
    TextEncoder.prototype.encodeInto = encodeInto;
  }
}
