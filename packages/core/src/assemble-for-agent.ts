import type { AssembleOptions, ChunkedPrompt, ExplainedPrompt } from '@ctx/contract';
import { renderLayout } from '@ctx/trimmer';
import { explainInput } from './explain-input.ts';
import { withOrigin } from './prompt-origin.ts';
import { buildInput, newestContext, type PromptSource, selectWindow } from './prompt-source.ts';

/**
 * The prompt of a window, at the cost of the messages that are kept and not of the window: the layout is given as many
 * of the newest as can fill the budget, and more only if it kept them all.
 */
export function assembleForAgent(
  source: PromptSource,
  format: AssembleOptions['format'],
): ExplainedPrompt | ChunkedPrompt {
  const assembler = source.findAssembler();
  const window = selectWindow(source);
  if (assembler.layout === undefined) {
    const input = buildInput(source, window, newestContext(source, window));
    const explained = explainInput(assembler, input, undefined);
    return format === 'chunks' ? { ...explained, prompt: [new TextEncoder().encode(explained.prompt)] } : explained;
  }
  for (let units = source.maxBytes; ; units = 2 * units + 1) {
    const context = newestContext(source, window, units);
    const input = buildInput(source, window, context);
    const { maxBytes, maxTokens, tokenCounter } = input;
    const rendered = renderLayout(assembler.layout(input), { maxBytes, maxTokens, tokenCounter, format });
    if (context.length < window.count && rendered.receipt.context?.dropped === 0) continue;
    const receipt = withOrigin(rendered.receipt, { log: source.log, window, given: context.length });
    return { ...rendered, receipt } as typeof rendered;
  }
}
