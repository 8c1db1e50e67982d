import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { type BudgetUnit, BYTES } from './budget-unit.ts';
import { type ExpectedFit, expectFit, type FitOracle } from './expected-fit.ts';
import { attempt, createAssembler, type Outcome, render, UNLIMITED } from './subject.ts';

/** One budget: what must come out and what did. */
export interface SweepStep {
  readonly budget: number;
  readonly expected: ExpectedFit;
  readonly outcome: Outcome;
}

/** One input under every budget from 0 to a little more than it needs. */
export interface Sweep {
  readonly title: string;
  readonly assembler: IContextAssembler;
  readonly input: AssemblerInput;
  readonly unit: BudgetUnit;
  readonly steps: readonly SweepStep[];
}

/** Which budgets to try for an output that takes `fullSize` when nothing limits it. */
export type Budgets = (oracle: FitOracle, fullSize: number) => readonly number[];

/** All of them. */
export const everyBudget: Budgets = (_, fullSize) => Array.from({ length: fullSize + 2 }, (_, size) => size);

/** Those around each place where something changes, and every eleventh between. */
export const tellingBudgets: Budgets = (oracle, fullSize) => {
  const points = oracle.turningPoints();
  return everyBudget(oracle, fullSize).filter(
    (size) => size % 11 === 0 || points.some((point) => Math.abs(point - size) <= 1),
  );
};

/** Every fifth. */
export const someBudgets: Budgets = (oracle, fullSize) =>
  everyBudget(oracle, fullSize).filter((size) => size % 5 === 0);

/** Runs one input through the given budgets. */
export function runSweep(
  create: () => IContextAssembler,
  title: string,
  input: AssemblerInput,
  budgets: Budgets = everyBudget,
  unit: BudgetUnit = BYTES,
): Sweep {
  const assembler = createAssembler(create);
  const fullSize = unit.size(render(assembler, { ...input, maxBytes: UNLIMITED }, title));
  const oracle = expectFit(createAssembler(create), input, unit);
  const steps = budgets(oracle, fullSize).map((budget) => ({
    budget,
    expected: oracle.at(budget),
    outcome: attempt(assembler, unit.limited(input, budget)),
  }));
  return { title, assembler, input, unit, steps };
}

/**
 * A sweep with every fifth of its steps, for checks that take long. Five goes into none of the sizes of a character, so
 * that over a sweep every alignment comes up.
 */
export function thinned(sweep: Sweep): Sweep {
  return { ...sweep, steps: sweep.steps.filter((_, at) => at % 5 === 0) };
}

/** Where something went wrong, as the end of a problem. */
export function whereOf({ title, unit }: Sweep, { budget }: Pick<SweepStep, 'budget'>): string {
  return `with ${budget} ${unit.name}, ${title}`;
}
