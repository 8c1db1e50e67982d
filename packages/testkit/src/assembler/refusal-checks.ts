import type { AssemblerInput, ContextBudgetError, IContextAssembler } from '@ctx/contract';
import { describeError, fail, quote } from '../problem.ts';
import { checkEndCounted } from './budget-checks.ts';
import { checkNothingToSay } from './empties-checks.ts';
import { sampleInput } from './sample-input.ts';
import { attempt, createAssembler, render } from './subject.ts';
import { type Sweep, whereOf } from './sweep.ts';

/** What cannot fit is refused with the typed error, and its numbers are exact. */
export function checkRefusals(sweep: Sweep): void {
  checkEndCounted(sweep);
  const { unit } = sweep;
  const smallest = sweep.steps.find(({ outcome }) => outcome.kind === 'output')?.budget;
  for (const step of sweep.steps) {
    const { budget, expected, outcome } = step;
    const where = whereOf(sweep, step);
    if (outcome.kind === 'threw') {
      fail(
        `assemble() threw ${describeError(outcome.error)} ${where}`,
        'Throw new ContextBudgetError(maxBytes, requiredBytes) from @ctx/contract',
      );
    }
    if (outcome.kind === 'output') {
      if (expected.kind === 'output') continue;
      fail(
        `assemble() did not refuse ${where}, though ${expected.required} are needed`,
        'Throw ContextBudgetError when instructions, task and one character of the message do not fit',
      );
    }
    const [max, required, maxName, requiredName] = numbersOf(outcome.error, unit.name);
    if (outcome.error.budget !== unit.name) {
      fail(
        `The error says that the budget in ${quote(outcome.error.budget)} is too small ${where}`,
        'Give ContextBudgetError the third argument { maxTokens, requiredTokens } when it is the tokens, and only then',
      );
    }
    if (max !== budget) {
      fail(`The error says ${maxName} ${quote(max)} ${where}`, 'Pass on the budget you were given');
    }
    if (required !== smallest) {
      fail(
        `The error says ${requiredName} ${quote(required)} ${where}, and the smallest budget that works is ${smallest}`,
        'Count instructions, task, headings and the first code point of the message, and no context',
      );
    }
  }
}

function numbersOf(error: ContextBudgetError, unit: 'bytes' | 'tokens') {
  return unit === 'bytes'
    ? ([error.maxBytes, error.requiredBytes, 'maxBytes', 'requiredBytes'] as const)
    : ([error.maxTokens, error.requiredTokens, 'maxTokens', 'requiredTokens'] as const);
}

const HOSTILE: readonly unknown[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -1,
  -0.5,
  -Number.MAX_VALUE,
  '786432',
  null,
  undefined,
  [],
  {},
  true,
];

/** A budget that is no finite number ≥ 0 is a programming mistake, however small the input is. */
export function checkHostileBudgets(create: () => IContextAssembler): void {
  const nothing = sampleInput({ without: ['context', 'message', 'task', 'systemInstruction', 'instructionFileText'] });
  for (const input of [sampleInput(), nothing, sampleInput({ messages: 30 })]) {
    for (const maxBytes of HOSTILE) {
      const hostile = Object.freeze({ ...input, maxBytes }) as AssemblerInput;
      const outcome = attempt(createAssembler(create), hostile);
      const advice =
        'Throw a RangeError for every maxBytes that is not a finite number of 0 or more, before anything else';
      if (outcome.kind === 'output') fail(`maxBytes ${quote(maxBytes)} was accepted`, advice);
      if (!isRangeError(outcome.error))
        fail(`maxBytes ${quote(maxBytes)} gave ${describeError(outcome.error)}`, advice);
    }
  }
}

/** Odd budgets that are none the less valid. */
export function checkUnusualBudgets(create: () => IContextAssembler): void {
  const nothing = sampleInput({ without: ['context', 'message', 'task', 'systemInstruction', 'instructionFileText'] });
  for (const maxBytes of [Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 1_000_000.5]) {
    render(createAssembler(create), { ...sampleInput(), maxBytes }, `maxBytes ${maxBytes}`);
  }
  // What is printed for nothing takes room: that is then what is wrong.
  checkNothingToSay(create);
  for (const maxBytes of [0, -0, Number.MIN_VALUE]) {
    render(createAssembler(create), { ...nothing, maxBytes }, `nothing to say and maxBytes ${maxBytes}`);
  }
}

// By name as well: a test runner may evaluate the assembler in a realm of its own.
function isRangeError(error: unknown): boolean {
  return error instanceof RangeError || (error as Error | undefined)?.name === 'RangeError';
}
