import type { AssemblerInput, ContextBudgetError, IContextAssembler } from '@ctx/contract';
import { describeError, fail, quote } from '../problem.ts';
import { checkEndCounted } from './budget-checks.ts';
import { checkNothingToSay } from './empties-checks.ts';
import { sampleInput } from './sample-input.ts';
import { attempt, createAssembler, render } from './subject.ts';
import { type Sweep, whereOf } from './sweep.ts';

/** A budget that is too small is refused with a `ContextBudgetError` with exact numbers. */
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
        `assemble() did not refuse ${where}, but ${expected.required} are needed`,
        'Throw ContextBudgetError if instructions, task and one character of the message do not fit',
      );
    }
    const [max, required, maxName, requiredName] = numbersOf(outcome.error, unit.name);
    if (outcome.error.budget !== unit.name) {
      fail(
        `The error says that the budget in ${quote(outcome.error.budget)} is too small ${where}`,
        'Give ContextBudgetError the third argument { maxTokens, requiredTokens } only if maxTokens is too small',
      );
    }
    if (max !== budget) {
      fail(`The error says ${maxName} ${quote(max)} ${where}`, 'Give it the budget of the input');
    }
    if (required !== smallest) {
      fail(
        `The error says ${requiredName} ${quote(required)} ${where}, but the smallest budget that works is ${smallest}`,
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

/** A budget that is not a finite number ≥ 0 is a programming mistake, even if the input is empty. */
export function checkHostileBudgets(create: () => IContextAssembler): void {
  const nothing = sampleInput({ without: ['context', 'message', 'task', 'systemInstruction', 'instructionFileText'] });
  for (const input of [sampleInput(), nothing, sampleInput({ messages: 30 })]) {
    for (const maxBytes of HOSTILE) {
      const hostile = Object.freeze({ ...input, maxBytes }) as AssemblerInput;
      const outcome = attempt(createAssembler(create), hostile);
      const advice =
        'Throw a RangeError for every maxBytes that is not a finite number of 0 or more, before anything else';
      if (outcome.kind === 'output') fail(`maxBytes ${quote(maxBytes)} was accepted`, advice);
      if (!isRangeError(outcome.error)) {
        fail(`maxBytes ${quote(maxBytes)} gave ${describeError(outcome.error)} instead of a RangeError`, advice);
      }
    }
  }
}

/** Unusual but valid budgets are accepted. */
export function checkUnusualBudgets(create: () => IContextAssembler): void {
  const nothing = sampleInput({ without: ['context', 'message', 'task', 'systemInstruction', 'instructionFileText'] });
  for (const maxBytes of [Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 1_000_000.5]) {
    render(createAssembler(create), { ...sampleInput(), maxBytes }, `maxBytes ${maxBytes}`);
  }
  // A heading that is printed for an empty input does not fit into 0 bytes. This check reports it more clearly.
  checkNothingToSay(create);
  for (const maxBytes of [0, -0, Number.MIN_VALUE]) {
    render(createAssembler(create), { ...nothing, maxBytes }, `all parts empty and maxBytes ${maxBytes}`);
  }
}

// Also by name, because a test runner may run the assembler in another realm, which has its own RangeError.
function isRangeError(error: unknown): boolean {
  return error instanceof RangeError || (error as Error | undefined)?.name === 'RangeError';
}
