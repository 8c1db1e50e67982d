import type { AssemblerInput, AssemblerOutput, IContextAssembler } from '@ctx/contract';
import type { ReadPrompt } from '../assembler/prompt-reader.ts';
import { renderSections } from './formats.ts';
import { type Parts, type Steps, standalone } from './standalone-assembler.ts';

/** By the name of the defect: the broken assembler, the expected message and, for some, a reader of its prompts. */
export type BrokenAssemblers = Readonly<
  Record<string, readonly [create: () => IContextAssembler, message: RegExp, readPrompt?: ReadPrompt]>
>;

/** A correct assembler with one step replaced. */
export function withSteps(replaced: Partial<Steps>): () => IContextAssembler {
  return () => standalone(renderSections, replaced);
}

/** A correct assembler that renders other parts than it should. */
export function withParts(change: (parts: Parts) => Partial<Parts>): () => IContextAssembler {
  return withSteps({ render: (parts) => renderSections({ ...parts, ...change(parts) }) });
}

/** A correct assembler whose output is changed afterwards. */
export function withOutput(
  change: (output: AssemblerOutput, input: AssemblerInput) => unknown,
): () => IContextAssembler {
  return () => {
    const sound = standalone(renderSections);
    return { ...sound, assemble: (input) => change(sound.assemble(input), input) as AssemblerOutput };
  };
}

/** A correct assembler that gets another input. */
export function withInput(change: (input: AssemblerInput) => AssemblerInput): () => IContextAssembler {
  return () => {
    const sound = standalone(renderSections);
    return { ...sound, assemble: (input) => sound.assemble(change(input)) };
  };
}
