import type { AssemblerInput, AssemblerOutput, IContextAssembler } from '@ctx/contract';
import type { ReadPrompt } from '../assembler/prompt-reader.ts';
import { renderSections } from './formats.ts';
import { type Parts, type Steps, standalone } from './standalone-assembler.ts';

/** Name of the defect → how to make it, what the kit must say and, for some, how prompts are read back. */
export type BrokenAssemblers = Readonly<
  Record<string, readonly [create: () => IContextAssembler, message: RegExp, readPrompt?: ReadPrompt]>
>;

/** A sound assembler with one step replaced. */
export function withSteps(replaced: Partial<Steps>): () => IContextAssembler {
  return () => standalone(renderSections, replaced);
}

/** A sound assembler that renders other parts than it should. */
export function withParts(change: (parts: Parts) => Partial<Parts>): () => IContextAssembler {
  return withSteps({ render: (parts) => renderSections({ ...parts, ...change(parts) }) });
}

/** A sound assembler whose result is changed afterwards. */
export function withOutput(
  change: (output: AssemblerOutput, input: AssemblerInput) => unknown,
): () => IContextAssembler {
  return () => {
    const sound = standalone(renderSections);
    return { ...sound, assemble: (input) => change(sound.assemble(input), input) as AssemblerOutput };
  };
}

/** A sound assembler that is given another input. */
export function withInput(change: (input: AssemblerInput) => AssemblerInput): () => IContextAssembler {
  return () => {
    const sound = standalone(renderSections);
    return { ...sound, assemble: (input) => sound.assemble(change(input)) };
  };
}
