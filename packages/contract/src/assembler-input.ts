import type { PromptContextMessage } from './prompt-context-message.ts';

/** Everything one prompt is made of. Assemblers read it and never change it; it may be deeply frozen. */
export interface AssemblerInput {
  /** The conversation before the current message, oldest first. */
  readonly contextMessages: readonly PromptContextMessage[];
  /** What the agent is asked now. Trimmed by the assembler; empty means no message section. */
  readonly currentMessage: string;
  /** What the whole team works on. `null` or blank means no task section. */
  readonly teamTask: string | null;
  /** Who the agent is and how it should behave. */
  readonly systemInstruction?: string | undefined;
  /** Text of an instruction file (AGENTS.md and the like), placed after `systemInstruction`. */
  readonly instructionFileText?: string | undefined;
  /** Upper bound of `bytes(prompt) + bytes(systemFlag)` in UTF-8. A finite number ≥ 0. */
  readonly maxBytes: number;
}
