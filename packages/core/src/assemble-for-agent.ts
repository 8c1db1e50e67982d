import type { AssembleOptions, ChunkedPrompt, ExplainedPrompt } from '@ctx/contract';
import { explainInput } from './explain-input.ts';
import { buildInput, newestContext, type PromptSource, selectWindow } from './prompt-source.ts';

/**
 * The prompt of a window, at the cost of the messages that are kept and not of the window: a layout is given as many of
 * the newest as can fill the budget, and more only if it kept them all. What has no layout is given all.
 */
export function assembleForAgent(
  source: PromptSource,
  format: AssembleOptions['format'],
): ExplainedPrompt | ChunkedPrompt {
  const assembler = source.findAssembler();
  const window = selectWindow(source);
  for (let units = assembler.layout && source.maxBytes; ; units = 2 * units! + 1) {
    const context = newestContext(source, window, units);
    const input = buildInput(source, window, context);
    const explained = explainInput(assembler, input, { log: source.log, window, given: context.length }, format);
    const withheld = window.count - context.length;
    if (withheld === 0 || explained.receipt.context?.dropped !== withheld) return explained;
  }
}
