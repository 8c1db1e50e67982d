import type { PromptContextMessage } from './prompt-context-message.ts';
import type { TokenCounter } from './token-counter.ts';

/** Who said the current message. */
export interface CurrentMessage {
  /** Display name of who said it. */
  readonly from: string;
  /** Whom it was said to; missing means `all`. */
  readonly to?: string | undefined;
  /** What was done while it was said: the last line of the conversation, of the reserved sender `ctx`. */
  readonly deeds?: string | undefined;
}

/** Everything one prompt is made of. Assemblers read it and never change it; it may be deeply frozen. */
export interface AssemblerInput {
  /** The conversation before the current message, oldest first. Always a real array. */
  readonly contextMessages: readonly PromptContextMessage[];
  /** What the agent is asked now. Trimmed by the assembler; empty means no message section. */
  readonly currentMessage: string;
  /**
   * Who asks. Where it is given the prompt is to be guarded: nobody's words may pass for another's or for a heading,
   * and the current message is written with its sender.
   */
  readonly current?: CurrentMessage | undefined;
  /** What the whole team works on. `null` or blank means no task section. */
  readonly teamTask: string | null;
  /** Who the agent is and how it should behave. */
  readonly systemInstruction?: string | undefined;
  /** Text of an instruction file (AGENTS.md and the like), placed after `systemInstruction`. */
  readonly instructionFileText?: string | undefined;
  /** Upper bound of `bytes(prompt) + bytes(systemFlag)` in UTF-8. A finite number ≥ 0. */
  readonly maxBytes: number;
  /** Upper bound in tokens as well, as `tokenCounter` counts them. A finite number ≥ 0. */
  readonly maxTokens?: number | undefined;
  /** Needed with `maxTokens`. */
  readonly tokenCounter?: TokenCounter | undefined;
}
