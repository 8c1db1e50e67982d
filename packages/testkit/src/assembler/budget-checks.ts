import { outputBytes } from '../byte-size.ts';
import { deepFreeze } from '../deep-freeze.ts';
import { describeError, fail } from '../problem.ts';
import { checkFit } from './fit-diagnosis.ts';
import { saidBy, sampleInput, speakerOf } from './sample-input.ts';
import type { Budgets, Sweep } from './sweep.ts';

/** Fails for the first output that is larger than its budget. */
export function checkWithinBudget(sweep: Sweep): void {
  for (const { maxBytes, outcome } of sweep.steps) {
    if (outcome.kind === 'threw') {
      fail(
        `assemble() threw ${describeError(outcome.error)} with ${maxBytes} bytes, ${sweep.title}`,
        'The only error a valid budget may give is ContextBudgetError',
      );
    }
    if (outcome.kind === 'refused') continue;
    const bytes = outputBytes(outcome.output);
    if (bytes > maxBytes) {
      fail(
        `prompt and systemFlag take ${bytes} bytes of a budget of ${maxBytes}, ${sweep.title}`,
        'Count UTF-8 bytes (Buffer.byteLength), headings and separators included, before you return',
      );
    }
  }
}

/** Fails for the first output that is not exactly what the rules of the budget give. */
export function checkBestFit(sweep: Sweep): void {
  for (const step of sweep.steps) checkFit(sweep, step);
}

/** An input of some 100 KB: shortcuts that hold for small texts only show here. */
export function largeInput() {
  const contextMessages = Array.from({ length: 60 }, (_, index) => ({
    from: speakerOf(index),
    to: 'all',
    content: `${saidBy(index)} ${'aé漢🙂'.repeat(60 + (index % 37))}`,
  }));
  return deepFreeze({ ...sampleInput(), contextMessages, currentMessage: '漢🙂éa'.repeat(3_000) });
}

/** A few of the budgets at which something changes, and their neighbours on both sides. */
export const largeBudgets: Budgets = (oracle, fullBytes) => {
  const points = [0, fullBytes, Math.floor(fullBytes / 2), Math.floor(fullBytes / 3), Math.floor(fullBytes / 40)];
  for (const size of [...points]) {
    const fit = oracle.at(size);
    points.push(fit.kind === 'output' ? outputBytes(fit.output) : fit.requiredBytes);
  }
  const sizes = new Set(points.flatMap((size) => [size - 2, size - 1, size, size + 1, size + 2, size + 0.5]));
  return [...sizes].filter((size) => size >= 0).sort((one, other) => one - other);
};
