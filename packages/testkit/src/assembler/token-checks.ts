import type { AssemblerInput, IContextAssembler, TokenCounter } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { describeError, fail, quote } from '../problem.ts';
import { CODE_POINTS, TOKENS } from './budget-unit.ts';
import { firstDifference, sameOutput } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { attempt, createAssembler, type Outcome, render } from './subject.ts';

const input = sampleInput({ filler: '漢', guarded: true, deeds: true });

/** Rounds up, so that the pieces of a text have more tokens than the whole text, as with real counters. */
const ROUNDED_UP: TokenCounter = { id: 'rounded up', exact: false, count: (text) => Math.ceil(text.length / 3) };

/** The budget also holds with a counter whose counts do not add up. */
export function checkOtherCounter(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const full = render(assembler, input, 'no budget');
  const count = (text: string | undefined) => ROUNDED_UP.count(text ?? '');
  for (let maxTokens = count(full.prompt) + count(full.systemFlag); maxTokens >= 0; maxTokens -= 3) {
    const outcome = attempt(assembler, Object.freeze({ ...input, maxTokens, tokenCounter: ROUNDED_UP }));
    if (outcome.kind !== 'output') continue;
    const used = count(outcome.output.prompt) + count(outcome.output.systemFlag);
    if (used > maxTokens) {
      fail(
        `prompt and systemFlag take ${used} tokens of a budget of ${maxTokens}, with a counter that rounds up`,
        'Count every piece of the prompt with input.tokenCounter, never by a rule of your own',
      );
    }
  }
}

/** With two budgets, both hold: the output is that of the tighter one. */
export function checkBothBudgets(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const full = render(assembler, input, 'no budget');
  const eighths = [8, 7, 6, 5, 4, 3, 2, 1];
  for (const maxBytes of eighths.map((part) => Math.floor((outputBytes(full) * part) / 8))) {
    const byBytes = attempt(assembler, Object.freeze({ ...input, maxBytes }));
    for (const maxTokens of eighths.map((part) => Math.floor((TOKENS.size(full) * part) / 8))) {
      const byTokens = attempt(assembler, TOKENS.limited(input, maxTokens));
      const both = attempt(assembler, TOKENS.limited({ ...input, maxBytes }, maxTokens));
      checkTighter(tighter(byBytes, byTokens), both, `with ${maxBytes} bytes and ${maxTokens} tokens`);
    }
  }
}

function tighter(one: Outcome, other: Outcome): Outcome {
  if (one.kind !== 'output') return one;
  if (other.kind !== 'output') return other;
  return outputBytes(one.output) <= outputBytes(other.output) ? one : other;
}

function checkTighter(expected: Outcome, found: Outcome, where: string): void {
  const advice = 'Keep to both maxBytes and maxTokens if both are given';
  if (found.kind !== expected.kind) {
    fail(
      `assemble() ${found.kind === 'output' ? 'does not refuse' : 'refuses'} ${where}, unlike with the tighter one alone`,
      advice,
    );
  }
  if (found.kind === 'output' && expected.kind === 'output' && !sameOutput(found.output, expected.output)) {
    fail(
      `Two budgets give another prompt than the tighter one ${where}: ${firstDifference(expected.output, found.output)}`,
      advice,
    );
  }
}

const HOSTILE: readonly unknown[] = [Number.NaN, Number.POSITIVE_INFINITY, -1, '100', null, {}];

/** An invalid `maxTokens`, or one without a counter, is a programming mistake. */
export function checkTokenMistakes(create: () => IContextAssembler): void {
  for (const maxTokens of HOSTILE) {
    expectThrown(create, { maxTokens, tokenCounter: CODE_POINTS }, 'RangeError', `maxTokens ${quote(maxTokens)}`);
  }
  expectThrown(create, { maxTokens: 1_000_000 }, 'TypeError', 'maxTokens without a tokenCounter');
}

/** A counter without `maxTokens`, and a `maxTokens` that is never reached, change nothing. */
export function checkIdleCounter(create: () => IContextAssembler): void {
  const expected = render(createAssembler(create), input, 'no budget in tokens');
  for (const idle of [{ tokenCounter: CODE_POINTS }, { tokenCounter: CODE_POINTS, maxTokens: 1e9 }]) {
    const output = render(createAssembler(create), { ...input, ...idle }, 'a maxTokens that is never reached');
    if (sameOutput(expected, output)) continue;
    fail(
      `A tokenCounter whose maxTokens is never reached changes the prompt: ${firstDifference(expected, output)}`,
      'Use it only to keep to maxTokens',
    );
  }
}

function expectThrown(create: () => IContextAssembler, limits: object, name: string, what: string): void {
  const outcome = attempt(createAssembler(create), Object.freeze({ ...input, ...limits }) as AssemblerInput);
  const advice = `Throw a ${name}: maxTokens is a finite number of 0 or more and comes with a tokenCounter`;
  if (outcome.kind === 'output') fail(`${what} was accepted`, advice);
  // By name, because a test runner may run the assembler in another realm, which has its own error classes.
  if ((outcome.error as Error | undefined)?.name !== name) {
    fail(`${what} gave ${describeError(outcome.error)} instead of a ${name}`, advice);
  }
}
