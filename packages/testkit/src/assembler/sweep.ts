import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { type BudgetUnit, BYTES } from './budget-unit.ts';
import { type ExpectedFit, expectFit, type FitOracle } from './expected-fit.ts';
import { attempt, createAssembler, type Outcome, render, UNLIMITED } from './subject.ts';

/** One budget with the expected and the actual outcome. */
export interface SweepStep {
  readonly budget: number;
  readonly expected: ExpectedFit;
  readonly outcome: Outcome;
}

/** One input under many budgets, from 0 to a little more than it needs. */
export interface Sweep {
  readonly title: string;
  readonly assembler: IContextAssembler;
  readonly input: AssemblerInput;
  readonly unit: BudgetUnit;
  readonly steps: readonly SweepStep[];
}

/** Chooses the budgets to try for an output whose unlimited size is `fullSize`. */
export type Budgets = (oracle: FitOracle, fullSize: number) => readonly number[];

/** Every budget. */
export const everyBudget: Budgets = (_, fullSize) => Array.from({ length: fullSize + 2 }, (_, size) => size);

/** The budgets around each one at which the output changes, and every eleventh between. */
export const tellingBudgets: Budgets = (oracle, fullSize) => {
  const points = oracle.turningPoints();
  return everyBudget(oracle, fullSize).filter(
    (size) => size % 11 === 0 || points.some((point) => Math.abs(point - size) <= 1),
  );
};

/** Every fifth budget. */
export const someBudgets: Budgets = (oracle, fullSize) =>
  everyBudget(oracle, fullSize).filter((size) => size % 5 === 0);

/** Runs an assembler on one input with each of the given budgets. */
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
 * A sweep with every fifth of its steps, for slow checks. No character has five bytes, so the remaining budgets still end
 * at every position within a character.
 */
export function thinned(sweep: Sweep): Sweep {
  return { ...sweep, steps: sweep.steps.filter((_, at) => at % 5 === 0) };
}

/** The budget and the input of a step, for messages: `with 167 bytes (plain ASCII)`. */
export function whereOf({ title, unit }: Sweep, { budget }: Pick<SweepStep, 'budget'>): string {
  return `with ${budget} ${unit.name} (${title})`;
}
