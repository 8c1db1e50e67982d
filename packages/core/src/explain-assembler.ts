import type { AssemblerInput, ExplainedPrompt, IContextAssembler } from '@ctx/contract';
import { byteLength, explainLayout, type KnownOrigin } from '@ctx/trimmer';

/** A prompt with its receipt; of an assembler without a layout only the bytes are known. */
export function explainAssembler(
  assembler: IContextAssembler,
  input: AssemblerInput,
  origin: KnownOrigin,
): ExplainedPrompt {
  if (assembler.layout !== undefined) return explainLayout(assembler.layout(input), input.maxBytes, origin);
  const { prompt, systemFlag } = assembler.assemble(input);
  const usedBytes = byteLength(prompt) + byteLength(systemFlag ?? '');
  const { maxBytes } = input;
  return { prompt, systemFlag, receipt: { maxBytes, usedBytes, remainingBytes: maxBytes - usedBytes, sections: [] } };
}
