import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { type ExpectedFit, expectFit } from './expected-fit.ts';
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

/** Runs one input through the given budgets, or through all of them. */
export function runSweep(
  create: () => IContextAssembler,
  title: string,
  input: AssemblerInput,
  budgets?: (expected: (maxBytes: number) => ExpectedFit, fullBytes: number) => readonly number[],
): Sweep {
  const assembler = createAssembler(create);
  const fullBytes = outputBytes(render(assembler, { ...input, maxBytes: UNLIMITED }, title));
  const expected = expectFit(createAssembler(create), input);
  const sizes = budgets?.(expected, fullBytes) ?? Array.from({ length: fullBytes + 2 }, (_, size) => size);
  const steps = sizes.map((maxBytes) => ({
    maxBytes,
    expected: expected(maxBytes),
    outcome: attempt(assembler, Object.freeze({ ...input, maxBytes })),
  }));
  return { title, input, steps };
}
