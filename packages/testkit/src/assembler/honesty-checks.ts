import type { AssemblerInput, ExplainedPrompt, IContextAssembler, Layout } from '@ctx/contract';
import { describeError, fail } from '../problem.ts';
import { keptIndexes } from './fit-diagnosis.ts';
import { checkLayoutWhole, hasLayout, layoutOf } from './layout-checks.ts';
import { fitLayout, type Limits } from './layout-reference.ts';
import { firstDifference, sameOutput } from './output-text.ts';
import { checkReceipt } from './receipt-checks.ts';
import { createAssembler } from './subject.ts';
import { type Sweep, whereOf } from './sweep.ts';

/** Fits a layout into its budget and returns prompt and receipt: `renderLayout` of `@ctx/trimmer`, or a replacement. */
export type RenderLayout = (layout: Layout, limits: Limits) => ExplainedPrompt;

/** The kept messages are the newest ones, without gaps. */
export function checkNewestSuffix(sweep: Sweep): void {
  for (const step of sweep.steps) {
    const { outcome } = step;
    if (outcome.kind !== 'output') continue;
    const kept = keptIndexes(sweep, outcome.output);
    const first = sweep.input.contextMessages.length - kept.length;
    if (kept.some((index, at) => index !== first + at)) {
      fail(
        `Of ${sweep.input.contextMessages.length} context messages, those with the numbers ${kept.join(', ')} are kept ${whereOf(sweep, step)}`,
        'Keep the newest ones without gaps, so that their number says what the agent saw',
      );
    }
  }
}

/** A layout holds the whole input. */
export function checkWholeLayout(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  if (hasLayout(assembler)) checkLayoutWhole(assembler);
}

/** `assemble` prints what the layout describes, so that receipts made from the layout are correct. */
export function checkLayoutHonest(create: () => IContextAssembler, sweep: Sweep): void {
  const assembler = createAssembler(create);
  if (!hasLayout(assembler)) return;
  for (const step of sweep.steps) {
    const { outcome } = step;
    if (outcome.kind === 'threw') continue;
    const input = sweep.unit.limited(sweep.input, step.budget);
    const fitted = fitLayout(layoutOf(assembler, input), input);
    const where = whereOf(sweep, step);
    const advice =
      'In assemble(), return renderLayout(this.layout(input), input) of @ctx/trimmer and change nothing after it';
    if (fitted.kind !== outcome.kind) {
      fail(
        `assemble() ${outcome.kind === 'output' ? 'accepts' : 'refuses'} a budget that its layout does not, ${where}`,
        advice,
      );
    }
    if (fitted.kind === 'output' && outcome.kind === 'output' && !sameOutput(fitted.output, outcome.output)) {
      fail(`assemble() and layout() disagree ${where}: ${firstDifference(fitted.output, outcome.output)}`, advice);
    }
  }
}

/** Receipts are correct: the assembler's own, if it has `explain`, and those made from its layout. */
export function checkReceiptsTrue(create: () => IContextAssembler, sweep: Sweep, renderLayout?: RenderLayout): void {
  const assembler = createAssembler(create);
  for (const step of sweep.steps) {
    const { outcome } = step;
    if (outcome.kind !== 'output') continue;
    const input = sweep.unit.limited(sweep.input, step.budget);
    const given = explanations(assembler, input, renderLayout);
    if (given.length === 0) return;
    const fitted = hasLayout(assembler) ? fitLayout(layoutOf(assembler, input), input) : undefined;
    const truth = fitted?.kind === 'output' ? fitted.receipt : undefined;
    for (const explained of given) {
      if (!sameOutput(explained, outcome.output)) {
        fail(
          `explain() and assemble() return different prompts ${whereOf(sweep, step)}: ${firstDifference(outcome.output, explained)}`,
          'Explain and assemble from the same layout',
        );
      }
      checkReceipt(explained, input.maxBytes, truth);
    }
  }
}

function explanations(
  assembler: IContextAssembler & { explain?(input: AssemblerInput): ExplainedPrompt },
  input: AssemblerInput,
  renderLayout: RenderLayout | undefined,
): ExplainedPrompt[] {
  try {
    return [
      ...(typeof assembler.explain === 'function' ? [assembler.explain(input)] : []),
      ...(renderLayout !== undefined && hasLayout(assembler) ? [renderLayout(assembler.layout(input), input)] : []),
    ];
  } catch (error) {
    fail(
      `Explaining threw ${describeError(error)} but assemble() did not`,
      'Explain and assemble from the same layout',
    );
  }
}
