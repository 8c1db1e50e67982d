import type { AssemblerInput, ExplainedPrompt, IContextAssembler } from '@ctx/contract';
import { byteLength, renderLayout } from '@ctx/trimmer';
import { type PromptOrigin, withOrigin } from './prompt-origin.ts';

/** A prompt with its receipt; of an assembler without a layout only the bytes are known. */
export function explainInput(
  assembler: IContextAssembler,
  input: AssemblerInput,
  origin: PromptOrigin | undefined,
): ExplainedPrompt {
  if (assembler.layout !== undefined) {
    const rendered = renderLayout(assembler.layout(input), input);
    return origin === undefined ? rendered : { ...rendered, receipt: withOrigin(rendered.receipt, origin) };
  }
  const { prompt, systemFlag } = assembler.assemble(input);
  const usedBytes = byteLength(prompt) + byteLength(systemFlag ?? '');
  const { maxBytes } = input;
  return { prompt, systemFlag, receipt: { maxBytes, usedBytes, remainingBytes: maxBytes - usedBytes, sections: [] } };
}
