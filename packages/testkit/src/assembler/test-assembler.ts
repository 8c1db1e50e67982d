import type { IContextAssembler } from '@ctx/contract';
import type { TestRunner } from '../test-runner.ts';
import { checkBestFit, checkWithinBudget, largeBudgets, largeInput } from './budget-checks.ts';
import { checkLoneSurrogatesStay, checkWholeCharacters } from './character-checks.ts';
import { checkEmptyContentKept, checkEqualTextsStay, checkEveryPartOnce } from './completeness-checks.ts';
import { checkBlankIsMissing, checkNoAccidents, checkNothingToSay, checkTrimmed } from './empties-checks.ts';
import {
  checkLayoutForm,
  checkLayoutHonest,
  checkNewestSuffix,
  checkReceiptsTrue,
  type ExplainLayout,
} from './honesty-checks.ts';
import { checkAgentType, checkOutputShape, checkSkips } from './identity-checks.ts';
import { checkAttribution, checkInstructionOrder, checkOldestFirst, checkOrderUnderBudget } from './order-checks.ts';
import * as purity from './purity-checks.ts';
import { checkHostileBudgets, checkRefusals, checkUnusualBudgets } from './refusal-checks.ts';
import { checkLinearWork, checkManyMessages } from './scale-checks.ts';
import { runSweep, type Sweep, tellingBudgets } from './sweep.ts';
import { scriptInputs, shapeInputs } from './sweep-inputs.ts';
import { checkContentNotTrimmed, checkNamesStay, checkTextsStay } from './verbatim-checks.ts';

/** What `testAssembler` runs on. */
export interface AssemblerTestOptions extends TestRunner {
  /**
   * `explainLayout` of `@ctx/trimmer`. With it the receipts made from the assembler's layout are checked as well; an
   * `explain(input)` method of the assembler itself is checked in any case.
   */
  readonly explainLayout?: ExplainLayout | undefined;
}

/**
 * Registers the conformance checks for an assembler: identity, purity, completeness, order, budget, whole characters,
 * honesty, refusal, empties and scale. They know no format; they look for texts of their own in what comes out. What
 * an assembler leaves out on purpose it declares itself, as `skips`.
 *
 * @param create Returns a new assembler, or always the same one; called often.
 */
export function testAssembler(create: () => IContextAssembler, options: AssemblerTestOptions): void {
  const { describe, it, explainLayout } = options;
  const sweeps = new Map<string, Sweep>();
  // Sweeps are run by the first check that needs them: what goes wrong in one must fail a check, not the registration.
  const sweepOf = (title: string, run: () => Sweep): Sweep => {
    const sweep = sweeps.get(title) ?? run();
    sweeps.set(title, sweep);
    return sweep;
  };
  const scripts = () => scriptInputs().map(([title, input]) => sweepOf(title, () => runSweep(create, title, input)));
  const shapes = () =>
    shapeInputs().map(([title, input]) => sweepOf(title, () => runSweep(create, title, input, tellingBudgets)));
  const large = () => sweepOf('100 KB', () => runSweep(create, 'an input of 100 KB', largeInput(), largeBudgets));
  const all = () => [...scripts(), ...shapes()];

  describe('assembler conformance', () => {
    describe('identity', () => {
      it('names its agent type, always the same', () => checkAgentType(create));
      it('returns prompt and systemFlag as own keys, synchronously', () => checkOutputShape(create));
      it('has a well-formed layout of the whole input, where it has one', () => checkLayoutForm(create));
      it('declares what it skips in the words of the contract', () => checkSkips(create));
    });
    describe('purity', () => {
      it('leaves its input untouched, frozen or not', () => purity.checkInputUntouched(create));
      it('gives the same output for the same input at any time', () => purity.checkDeterministic(create));
      it('reads no environment variable, no file and no locale', () => purity.checkSurroundingsUnread(create));
      it('remembers nothing of earlier calls', () => purity.checkNothingRemembered(create));
      it('never changes an output it has returned', () => purity.checkOutputsStay(create));
      it('sees what was changed in its input between two calls', () => purity.checkChangesAreSeen(create));
      it('prints nothing', () => purity.checkNothingPrinted(create));
    });
    describe('completeness', () => {
      it('renders every part exactly once, in any combination', () => checkEveryPartOnce(create));
      it('keeps every text as it came', () => checkTextsStay(create));
      it('keeps every name as it came', () => checkNamesStay(create));
      it('does not trim context messages', () => checkContentNotTrimmed(create));
      it('keeps messages with equal texts', () => checkEqualTextsStay(create));
      it('keeps messages with blank content', () => checkEmptyContentKept(create));
    });
    describe('order', () => {
      it('renders the context oldest first', () => checkOldestFirst(create));
      it('keeps that order when messages are dropped', () => each(scripts(), checkOrderUnderBudget));
      it('puts each speaker next to what was said', () => checkAttribution(create));
      it('puts the instruction file after the system instruction', () => checkInstructionOrder(create));
    });
    describe('budget', () => {
      for (const [title, input] of scriptInputs()) {
        it(`never exceeds any budget: ${title}`, () =>
          checkWithinBudget(sweepOf(title, () => runSweep(create, title, input))));
      }
      it('never exceeds any budget: other shapes of input', () => each(shapes(), checkWithinBudget));
      it('drops as few of the oldest messages as needed, then cuts the end of the message', () =>
        each(scripts(), checkBestFit));
      it('does so for other shapes of input', () => each(shapes(), checkBestFit));
      it('does so for an input of 100 KB', () => {
        checkWithinBudget(large());
        checkBestFit(large());
      });
    });
    describe('characters', () => {
      it('never breaks a character', () => each(all(), checkWholeCharacters));
      it('leaves lone surrogates that came in', () => checkLoneSurrogatesStay(create));
    });
    describe('honesty', () => {
      it('keeps the newest messages, without gaps', () => each(scripts(), checkNewestSuffix));
      it('prints what its layout says, where it has one', () =>
        each(all(), (sweep) => checkLayoutHonest(create, sweep)));
      it('gives true receipts, where it gives any', () =>
        each(scripts(), (sweep) => checkReceiptsTrue(create, sweep, explainLayout)));
    });
    describe('refusal', () => {
      it('refuses what cannot fit with a ContextBudgetError that says what would', () => each(all(), checkRefusals));
      it('refuses a maxBytes that is no finite number of 0 or more with a RangeError', () =>
        checkHostileBudgets(create));
      it('takes unusual budgets that are valid', () => checkUnusualBudgets(create));
    });
    describe('empties', () => {
      it('gives an empty prompt when there is nothing to say', () => checkNothingToSay(create));
      it('takes blank parts for missing ones', () => checkBlankIsMissing(create));
      it('trims task, message and instructions', () => checkTrimmed(create));
      it('never prints undefined, null, NaN or [object Object]', () => checkNoAccidents(create));
    });
    describe('scale', () => {
      it('renders ten thousand messages', () => checkManyMessages(create));
      it('does linear work when most of them are dropped', () => checkLinearWork(create));
    });
  });
}

function each(sweeps: readonly Sweep[], check: (sweep: Sweep) => void): void {
  for (const sweep of sweeps) check(sweep);
}
