import type { IContextAssembler } from '@ctx/contract';
import type { TestRunner } from '../test-runner.ts';
import { assemblerChecks } from './assembler-checks.ts';
import type { RenderLayout } from './honesty-checks.ts';
import type { ReadPrompt } from './prompt-reader.ts';

/** What `testAssembler` runs on. */
export interface AssemblerTestOptions extends TestRunner {
  /**
   * `renderLayout` of `@ctx/trimmer`. With it the receipts made from the assembler's layout are checked as well; an
   * `explain(input)` method of the assembler itself is checked in any case.
   */
  readonly renderLayout?: RenderLayout | undefined;
  /**
   * Reads the messages of a guarded prompt back: `promptReader` for the formats of ctx, a function of your own for
   * yours. Needed for a layout with `guards: 'escape'`. The prompts it is given hold no instructions.
   */
  readonly readPrompt?: ReadPrompt | undefined;
}

/**
 * Registers the conformance checks for an assembler: identity, purity, completeness, order, deeds, guards, empties,
 * budgets in bytes and tokens, whole characters, honesty, refusal and scale. They know no format; they look for texts
 * of their own in what comes out. What an assembler does differently on purpose it declares itself: `skips`, `escapes`,
 * `sectionOrder`, `messageOrder`, and `guards` in its layout.
 *
 * @param create Returns a new assembler, or always the same one; called often.
 */
export function testAssembler(create: () => IContextAssembler, options: AssemblerTestOptions): void {
  const { describe, it, renderLayout, readPrompt } = options;
  describe('assembler conformance', () => {
    for (const [group, checks] of Object.entries(assemblerChecks({ create, renderLayout, readPrompt }))) {
      describe(group, () => {
        for (const [title, check] of Object.entries(checks)) it(title, check);
      });
    }
  });
}
