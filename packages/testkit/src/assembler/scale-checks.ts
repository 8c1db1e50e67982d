import type { AssemblerInput, IContextAssembler, PromptContextMessage, TokenCounter } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { describeError, fail } from '../problem.ts';
import { countOf } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

const MANY = 10_000;
/** How often each message may be read, and each character measured. A binary search needs far less. */
const WORK_PER_MESSAGE = 100;
/** The most characters that may be measured in all. The line of a message has about 40. */
const MAX_MEASURED = MANY * 40 * WORK_PER_MESSAGE;

const ADVICE =
  'Measure each message once, from the newest back, and stop at the budget; do not render again for each dropped message';

class TooMuchWork extends Error {}

/** Ten thousand messages are printed if the budget is large enough. */
export function checkManyMessages(create: () => IContextAssembler): void {
  const contextMessages = Array.from({ length: MANY }, (_, index) => ({
    from: 'Ann',
    to: 'Ben',
    content: `line ${index}.`,
  }));
  const input: AssemblerInput = { ...sampleInput(), contextMessages };
  const { prompt, systemFlag } = render(createAssembler(create), input, `${MANY} context messages`);
  const lines = countOf(`${prompt}${systemFlag ?? ''}`, 'line ');
  if (lines !== MANY) {
    fail(
      `${lines} of ${MANY} context messages are printed, but the budget holds all`,
      'Drop messages only to fit the budget',
    );
  }
}

/** The work grows with the number of messages, not with its square. It is counted, not timed. */
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
    if (error instanceof TooMuchWork) {
      fail(`Dropping ${MANY} context messages takes quadratic work: ${error.message}`, ADVICE);
    }
    fail(
      `Dropping ${MANY} context messages threw ${describeError(error)}`,
      'Use loops rather than recursion or argument lists',
    );
  }
}

/** One token for each UTF-16 unit. Throws once too many were counted. */
function countedTokens(): TokenCounter {
  let counted = 0;
  return {
    id: 'counted',
    exact: true,
    count: (text) => {
      counted += text.length;
      if (counted > MAX_MEASURED) throw new TooMuchWork(`tokens of ${counted} characters were counted`);
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

/** Counts what `body` measures in the common ways to measure a text, and stops it when that is too much. */
function countingMeasuredBytes(body: () => void): void {
  const { byteLength, from } = Buffer;
  const { encode, encodeInto } = TextEncoder.prototype;
  let measured = 0;
  const count = (value: unknown) => {
    measured += typeof value === 'string' ? value.length : 0;
    if (measured > MAX_MEASURED) throw new TooMuchWork(`texts of ${measured} characters were measured`);
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
