import { isDeepStrictEqual } from 'node:util';
import type { AssemblerInput, AssemblerOutput, IContextAssembler } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { printedBy, withOtherClock } from '../changed-surroundings.ts';
import { deepFreeze } from '../deep-freeze.ts';
import { fail, quote, quoteMessage } from '../problem.ts';
import { surroundingsReadBy } from '../watched-surroundings.ts';
import { firstDifference, sameOutput } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { attempt, createAssembler, render } from './subject.ts';

const FROZEN_ADVICE = 'Never write to the input: copy arrays before sorting, shifting or splicing them';

/** The input is unchanged after the call, and a frozen input gives the same output. */
export function checkInputUntouched(create: () => IContextAssembler): void {
  for (const frozen of squeezedInputs(create)) {
    const outcome = attempt(createAssembler(create), frozen);
    if (outcome.kind === 'threw' && outcome.error instanceof TypeError) {
      fail(`assemble() threw ${quoteMessage(outcome.error.message)} for a deeply frozen input`, FROZEN_ADVICE);
    }
    const loose = structuredClone(frozen);
    const before = structuredClone(frozen);
    const looseOutcome = attempt(createAssembler(create), loose);
    if (!isDeepStrictEqual(loose, before)) fail('assemble() changed its input', FROZEN_ADVICE);
    if (outcome.kind === 'output' && looseOutcome.kind === 'output') {
      expectSame(outcome.output, looseOutcome.output, 'A frozen and an unfrozen input give different outputs');
    }
  }
}

/** The same input gives the same output at any time and with any random numbers. */
export function checkDeterministic(create: () => IContextAssembler): void {
  for (const input of squeezedInputs(create)) {
    const assembler = createAssembler(create);
    const first = withOtherClock(86_400_000, 0.111, () => render(assembler, input, 'a usual input'));
    const others: readonly [number, number][] = [
      [86_400_000, 0.111],
      [1_700_000_000_123, 0.5],
      [4_000_000_000_456, 0.999],
    ];
    for (const [nowMs, random] of others) {
      const again = withOtherClock(nowMs, random, () => render(assembler, input, 'the same input again'));
      expectSame(
        first,
        again,
        'The same input gives another output the second time, at another time or with other random numbers',
      );
    }
  }
}

/** Only the input is read: no environment variable, no file, no locale of the machine. */
export function checkSurroundingsUnread(create: () => IContextAssembler): void {
  const inputs = squeezedInputs(create);
  const assembler = createAssembler(create);
  const reads = surroundingsReadBy(() => {
    for (const input of inputs) render(assembler, input, 'a usual input');
  });
  if (reads.length > 0) {
    fail(
      `assemble() reads ${reads[0]}`,
      'Take it as an option of the constructor: the same input must give the same prompt on every machine',
    );
  }
}

/** A used assembler returns the same outcome as a new one, whatever the earlier calls were. */
export function checkNothingRemembered(create: () => IContextAssembler): void {
  const used = createAssembler(create);
  for (const input of [...similarInputs(), ...similarInputs().reverse()]) {
    const fresh = attempt(createAssembler(create), input);
    const now = attempt(used, input);
    if (fresh.kind !== now.kind) {
      const outcomes = { output: 'returned an output', refused: 'refused the budget', threw: 'threw an error' };
      fail(
        `After other calls, assemble() ${outcomes[now.kind]}; a new assembler ${outcomes[fresh.kind]}`,
        'Keep no state between calls',
      );
    }
    if (fresh.kind === 'output' && now.kind === 'output') {
      expectSame(fresh.output, now.output, 'After other calls, assemble() gives another output than a new assembler');
    }
  }
}

/** An output does not change after it was returned. */
export function checkOutputsStay(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const first = render(assembler, sampleInput(), 'a usual input');
  const copy = { prompt: first.prompt, systemFlag: first.systemFlag };
  for (const input of similarInputs()) attempt(assembler, input);
  expectSame(copy, first, 'An output changed after it was returned');
}

/** Unfrozen inputs may change between calls. The current values count. */
export function checkChangesAreSeen(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const input = structuredClone(sampleInput()) as { -readonly [Key in keyof AssemblerInput]: AssemblerInput[Key] };
  const messages = input.contextMessages as { from: string; content: string }[];
  const changes: readonly (readonly [string, () => void])[] = [
    ['content of a message', () => Object.assign(messages[1]!, { content: 'correctedText7f' })],
    ['from of a message', () => Object.assign(messages[2]!, { from: 'renamed7f' })],
    ['list of messages', () => messages.push({ from: 'late7f', content: 'added7f' })],
    ['order of messages', () => messages.reverse()],
    ['current message', () => Object.assign(input, { currentMessage: 'another7f' })],
    ['task', () => Object.assign(input, { teamTask: 'newTask7f' })],
  ];
  render(assembler, input, 'a usual input');
  for (const [what, change] of changes) {
    change();
    const fresh = render(createAssembler(create), structuredClone(input), 'a usual input');
    const output = render(assembler, input, 'a changed input');
    expectSame(fresh, output, `The ${what} was changed between two calls, but the old one was printed`);
  }
}

/** Nothing is printed: the application decides where to log. */
export function checkNothingPrinted(create: () => IContextAssembler): void {
  const printed = printedBy(() => {
    for (const input of similarInputs()) attempt(createAssembler(create), input);
  });
  if (printed.length > 0) fail(`assemble() printed ${quote(printed[0])}`, 'Return or throw; print nothing');
}

/** Inputs that each differ in one value, so that two of them share the key of any incomplete cache. */
function similarInputs(): AssemblerInput[] {
  const input = sampleInput();
  const message = input.contextMessages[3]!;
  return [
    input,
    { ...input, currentMessage: 'theMassage7f' },
    { ...input, teamTask: 'theTusk7f' },
    { ...input, teamTask: null },
    { ...input, systemInstruction: 'systemTest7f' },
    { ...input, instructionFileText: undefined },
    { ...input, maxBytes: 0 },
    { ...input, contextMessages: [...input.contextMessages.slice(0, 3), { ...message, content: 'sold3x7f' }] },
    { ...input, contextMessages: [...input.contextMessages.slice(0, 3), { ...message, from: 'speaker9x7f' }] },
    { ...input, contextMessages: [] },
    { ...input, maxBytes: 200 },
    { ...input, maxBytes: 120 },
  ];
}

/** The sample unchanged, with white space around its texts, with room for two messages, and for half of the current one. */
function squeezedInputs(create: () => IContextAssembler): AssemblerInput[] {
  const input = sampleInput();
  const { contextMessages, currentMessage } = input;
  const smaller: readonly AssemblerInput[] = [
    { ...input, contextMessages: contextMessages.slice(-2) },
    { ...input, contextMessages: [], currentMessage: currentMessage.slice(0, currentMessage.length / 2) },
  ];
  const budgets = smaller.map((one) => outputBytes(render(createAssembler(create), one, 'a smaller input')));
  const padded = {
    ...input,
    currentMessage: ` ${currentMessage}\n`,
    teamTask: '  theTask7f ',
    systemInstruction: '\t',
  };
  return [input, deepFreeze(padded), ...budgets.map((maxBytes) => Object.freeze({ ...input, maxBytes }))];
}

function expectSame(expected: AssemblerOutput, actual: AssemblerOutput, problem: string): void {
  if (sameOutput(expected, actual)) return;
  fail(`${problem}: ${firstDifference(expected, actual)}`, 'Build the output from the input of this call alone');
}
