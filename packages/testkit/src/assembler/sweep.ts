import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { type ExpectedFit, expectFit, type FitOracle } from './expected-fit.ts';
import { attempt, createAssembler, type Outcome, render, UNLIMITED } from './subject.ts';

/** One budget: what must come out and what did. */
export interface SweepStep {
  readonly maxBytes: number;
  readonly expected: ExpectedFit;
  readonly outcome: Outcome;
}

/** One input under every budget from 0 to a little more than it needs. */
export interface Sweep {
  readonly title: string;
  readonly input: AssemblerInput;
  readonly steps: readonly SweepStep[];
}

/** Which budgets to try for an output that takes `fullBytes` when nothing limits it. */
export type Budgets = (oracle: FitOracle, fullBytes: number) => readonly number[];

/** All of them. */
export const everyBudget: Budgets = (_, fullBytes) => Array.from({ length: fullBytes + 2 }, (_, size) => size);

/** Those around each place where something changes, and every eleventh between. */
export const tellingBudgets: Budgets = (oracle, fullBytes) => {
  const points = oracle.turningPoints();
  return everyBudget(oracle, fullBytes).filter(
    (size) => size % 11 === 0 || points.some((point) => Math.abs(point - size) <= 1),
  );
};

/** Runs one input through the given budgets. */
export function runSweep(
  create: () => IContextAssembler,
  title: string,
  input: AssemblerInput,
  budgets: Budgets = everyBudget,
): Sweep {
  const assembler = createAssembler(create);
  const fullBytes = outputBytes(render(assembler, { ...input, maxBytes: UNLIMITED }, title));
  const oracle = expectFit(createAssembler(create), input);
  const steps = budgets(oracle, fullBytes).map((maxBytes) => ({
    maxBytes,
    expected: oracle.at(maxBytes),
    outcome: attempt(assembler, Object.freeze({ ...input, maxBytes })),
  }));
  return { title, input, steps };
}
