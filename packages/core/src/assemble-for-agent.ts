import type { AssembleOptions, ChunkedPrompt, ExplainedPrompt } from '@ctx/contract';
import { renderLayout } from '@ctx/trimmer';
import { type ContextWindow, isContext } from './context-window.ts';
import { explainInput, withOrigin } from './explain-input.ts';
import { buildInput, contextFrom, type PromptSource, selectWindow } from './prompt-source.ts';

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
  const messageId = source.log.at(window.current)?.id;
  if (assembler.layout === undefined) {
    const input = buildInput(source, window, contextFrom(source, window).messages);
    const explained = explainInput(assembler, input, undefined);
    return format === 'chunks' ? { ...explained, prompt: [new TextEncoder().encode(explained.prompt)] } : explained;
  }
  for (let units = source.maxBytes; ; units = 2 * units + 1) {
    const start = reachBack(source, window, units);
    const { messages, ids: contextIds } = contextFrom(source, window, start);
    const input = buildInput(source, window, messages);
    const rendered = renderLayout(assembler.layout(input), { ...input, format });
    const withheld = window.count - messages.length;
    if (withheld > 0 && rendered.receipt.context?.dropped === 0) continue;
    const receipt = withOrigin(rendered.receipt, { messageId, contextIds, withheld, known: window.known });
    return { ...rendered, receipt } as typeof rendered;
  }
}

/** Number of the newest message with which the contents, from the end of the window back, are longer than `units`. */
function reachBack({ log }: PromptSource, window: ContextWindow, units: number): number {
  let number = window.end;
  for (let sum = 0; number > window.start && sum <= units; number--) {
    if (isContext(log, window, number - 1)) sum += log.promptAt(number - 1).content.length;
  }
  return number;
}
