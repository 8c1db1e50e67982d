import type { AssembleOptions, ChunkedPrompt, ExplainedPrompt } from '@ctx/contract';
import { explainInput } from './explain-input.ts';
import { buildInput, newestContext, type PromptSource, selectWindow } from './prompt-source.ts';

/**
 * Makes the prompt of one call. The cost depends on the messages that are kept, not on the window: a layout first gets
 * as many of the newest messages as can fill the budget, and gets more only if it kept them all. An assembler without a
 * layout gets all messages.
 */
export function assembleForAgent(
  source: PromptSource,
  format: AssembleOptions['format'],
): ExplainedPrompt | ChunkedPrompt {
  const assembler = source.findAssembler();
  const window = selectWindow(source);
  let maxUnits = assembler.layout === undefined ? Number.POSITIVE_INFINITY : source.maxBytes;
  for (;;) {
    const context = newestContext(source, window, maxUnits);
    const input = buildInput(source, window, context);
    const explained = explainInput(assembler, input, { log: source.log, window, given: context.length }, format);
    const withheld = window.count - context.length;
    if (withheld === 0 || explained.receipt.context?.dropped !== withheld) return explained;
    maxUnits = 2 * maxUnits + 1;
  }
}
