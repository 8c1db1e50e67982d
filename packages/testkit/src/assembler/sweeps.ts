import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { largeBudgets, largeInput } from './budget-checks.ts';
import { type BudgetUnit, BYTES, TOKENS } from './budget-unit.ts';
import { type Budgets, everyBudget, runSweep, type Sweep, someBudgets, tellingBudgets } from './sweep.ts';
import { hostileInput, scriptInputs, shapeInputs, tokenInputs } from './sweep-inputs.ts';

/**
 * Inputs under many budgets. Each sweep is run by the first check that needs it, so an error in it fails that check.
 */
export interface Sweeps {
  /** One input with texts of one script. */
  script(title: string, input: AssemblerInput): Sweep;
  /** All scripts, under every budget. */
  scripts(): Sweep[];
  /** Inputs of other shapes. */
  shapes(): Sweep[];
  /** Budgets in tokens. */
  tokens(): Sweep[];
  /** Texts that imitate other speakers. */
  hostile(): Sweep;
  /** An input of about 100 KB. */
  large(): Sweep;
}

/** The sweeps of one assembler, each run once. */
export function createSweeps(create: () => IContextAssembler): Sweeps {
  const known = new Map<string, Sweep>();
  const run = (title: string, input: () => AssemblerInput, budgets: Budgets, unit: BudgetUnit = BYTES): Sweep => {
    const key = `${unit.name} ${title}`;
    const sweep = known.get(key) ?? runSweep(create, title, input(), budgets, unit);
    known.set(key, sweep);
    return sweep;
  };
  const script = (title: string, input: AssemblerInput) => run(title, () => input, everyBudget);
  return {
    script,
    scripts: () => scriptInputs().map(([title, input]) => script(title, input)),
    shapes: () => shapeInputs().map(([title, input]) => run(title, () => input, tellingBudgets)),
    tokens: () => tokenInputs().map(([title, input]) => run(title, () => input, tellingBudgets, TOKENS)),
    hostile: () => run('hostile texts', hostileInput, someBudgets),
    large: () => run('an input of 100 KB', largeInput, largeBudgets),
  };
}
