import type { AssembleOptions, AssemblerInput, ChunkedPrompt, ExplainedPrompt, IContextAssembler } from '@ctx/contract';
import { byteLength, renderLayout } from '@ctx/trimmer';
import { type PromptOrigin, withOrigin } from './prompt-origin.ts';

/** Makes a prompt with its receipt. For an assembler without a layout, the receipt has only the bytes. */
export function explainInput(
  assembler: IContextAssembler,
  input: AssemblerInput,
  origin: PromptOrigin | undefined,
  format: AssembleOptions['format'],
): ExplainedPrompt | ChunkedPrompt {
  const { maxBytes, maxTokens, tokenCounter, cut } = input;
  if (assembler.layout !== undefined) {
    const rendered = renderLayout(assembler.layout(input), { maxBytes, maxTokens, tokenCounter, cut, format });
    if (origin === undefined) return rendered;
    return { ...rendered, receipt: withOrigin(rendered.receipt, origin) } as typeof rendered;
  }
  const { prompt, systemFlag } = assembler.assemble(input);
  const usedBytes = byteLength(prompt) + byteLength(systemFlag ?? '');
  const receipt = { maxBytes, usedBytes, remainingBytes: maxBytes - usedBytes, sections: [] };
  return format === 'chunks'
    ? { prompt: [new TextEncoder().encode(prompt)], systemFlag, receipt }
    : { prompt, systemFlag, receipt };
}
