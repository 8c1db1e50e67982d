import type { IContextAssembler } from '@ctx/contract';
import { createPreparation } from '../preparation.ts';
import { checkSuiteOptions } from '../suite-options.ts';
import type { TestRunner } from '../test-runner.ts';
import { assemblerChecks } from './assembler-checks.ts';
import type { RenderLayout } from './honesty-checks.ts';
import { checkLayoutForm, hasLayout } from './layout-checks.ts';
import type { ReadPrompt } from './prompt-reader.ts';
import { createAssembler } from './subject.ts';

/** Options of `testAssembler`. */
export interface AssemblerTestOptions extends TestRunner {
  /**
   * `renderLayout` of `@ctx/trimmer`. If given, the receipts made from the assembler's layout are checked as well. An
   * `explain(input)` method of the assembler itself is always checked.
   */
  readonly renderLayout?: RenderLayout | undefined;
  /**
   * Reads the messages back from a guarded prompt: `promptReader` for the formats of ctx, your own function for your own
   * format. Required for a layout with `guards: 'escape'`. It only gets prompts without instructions.
   */
  readonly readPrompt?: ReadPrompt | undefined;
}

/**
 * Registers the conformance checks for an assembler: identity, purity, completeness, order, deeds, guards, empties,
 * budgets in bytes and tokens, whole characters, honesty, refusal and scale. They work for any format: they put known
 * texts into the input and search the output for them. An assembler that differs on purpose declares it: `skips`,
 * `escapes`, `sectionOrder`, `messageOrder`, and `guards` in its layout.
 *
 * @param create Returns a new assembler, or always the same one. Called many times.
 * @throws TypeError for missing and unknown options.
 */
export function testAssembler(create: () => IContextAssembler, options: AssemblerTestOptions): void {
  checkSuiteOptions(
    {
      suite: 'testAssembler',
      create: 'a function that returns a new assembler',
      optional: ['renderLayout', 'readPrompt'],
    },
    create,
    options,
  );
  const { describe, it, renderLayout, readPrompt } = options;
  const prepare = createPreparation();
  const prepared = (check: () => void) => () => {
    const assembler = prepare('create() failed', () => createAssembler(create));
    // An error about the layout would otherwise come from within assemble(), as if the input were the reason.
    if (hasLayout(assembler)) prepare('the layout is not well formed', () => checkLayoutForm(assembler));
    check();
  };
  describe('assembler conformance', () => {
    for (const [group, checks] of Object.entries(assemblerChecks({ create, renderLayout, readPrompt }))) {
      describe(group, () => {
        for (const [title, check] of Object.entries(checks)) it(title, prepared(check));
      });
    }
  });
}
