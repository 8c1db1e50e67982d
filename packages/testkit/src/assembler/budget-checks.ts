import { outputBytes } from '../byte-size.ts';
import { deepFreeze } from '../deep-freeze.ts';
import { describeError, fail, quote } from '../problem.ts';
import { checkFit } from './fit-diagnosis.ts';
import { constantEnd } from './frame-text.ts';
import { saidBy, sampleInput, speakerOf } from './sample-input.ts';
import { type Budgets, type Sweep, whereOf } from './sweep.ts';

/** Fails for the first output that is larger than its budget. */
export function checkWithinBudget(sweep: Sweep): void {
  const { unit } = sweep;
  for (const step of sweep.steps) {
    const { outcome } = step;
    if (outcome.kind === 'threw') {
      fail(
        `assemble() threw ${describeError(outcome.error)} ${whereOf(sweep, step)}`,
        'Throw nothing but ContextBudgetError for a valid budget',
      );
    }
    if (outcome.kind === 'refused') continue;
    const size = unit.size(outcome.output);
    if (size <= step.budget) continue;
    checkEndCounted(sweep);
    fail(
      `prompt and systemFlag take ${size} ${unit.name} of a budget of ${step.budget} (${sweep.title})`,
      `${unit.counting}, headings and separators included, before you return`,
    );
  }
}

/**
 * Fails if all prompts are too large by a constant text at their end. Such a text makes every other check of budgets
 * fail with misleading numbers, so they call this one first.
 */
export function checkEndCounted({ assembler, steps, unit, title }: Sweep): void {
  const over = steps.map(({ budget, outcome }) => (outcome.kind === 'output' ? unit.size(outcome.output) - budget : 0));
  const end = constantEnd(assembler);
  if (end.trim() === '' || Math.max(...over) !== unit.size({ prompt: end })) return;
  fail(
    `Prompts are larger than their budget in ${unit.name}: the constant footer ${quote(end.trim())} is not counted (${title})`,
    'Add nothing after fitting; make it the footer of a layout block, which is counted and dropped with its block',
  );
}

/** Fails for the first output that is not exactly the one the budget rules require. */
export function checkBestFit(sweep: Sweep): void {
  checkEndCounted(sweep);
  for (const step of sweep.steps) checkFit(sweep, step);
}

/** An input of about 100 KB. It reveals shortcuts that are correct only for small texts. */
export function largeInput() {
  const contextMessages = Array.from({ length: 60 }, (_, index) => ({
    from: speakerOf(index),
    to: 'all',
    content: `${saidBy(index)} ${'aé漢🙂'.repeat(60 + (index % 37))}`,
  }));
  return deepFreeze({ ...sampleInput(), contextMessages, currentMessage: '漢🙂éa'.repeat(3_000) });
}

/** Some of the budgets at which the output changes, and their neighbours on both sides. */
export const largeBudgets: Budgets = (oracle, fullSize) => {
  const points = [0, fullSize, Math.floor(fullSize / 2), Math.floor(fullSize / 3), Math.floor(fullSize / 40)];
  for (const size of [...points]) {
    const fit = oracle.at(size);
    points.push(fit.kind === 'output' ? outputBytes(fit.output) : fit.required);
  }
  const sizes = new Set(points.flatMap((size) => [size - 2, size - 1, size, size + 1, size + 2, size + 0.5]));
  return [...sizes].filter((size) => size >= 0).sort((one, other) => one - other);
};
