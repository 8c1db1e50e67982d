import type { PromptContextMessage } from './prompt-context-message.ts';
import type { TokenCounter } from './token-counter.ts';

/** The sender of the current message. */
export interface CurrentMessage {
  /** Display name of the sender. */
  readonly from: string;
  /** Display names of the addressees, joined by `, `. Default `all`. */
  readonly to?: string | undefined;
  /** What the sender did in that turn. Written as the last line of the conversation, with the reserved sender `ctx`. */
  readonly deeds?: string | undefined;
}

/**
 * Which part of a message is left out if it does not fit. `middle` keeps its beginning and its end, with a line between
 * them such as `[189 KB left out]`.
 */
export type MessageCut = 'end' | 'middle';

/** The content of one prompt, and its budget. Assemblers never change it. It may be deeply frozen. */
export interface AssemblerInput {
  /** The conversation before the current message, oldest first. Always a real array. */
  readonly contextMessages: readonly PromptContextMessage[];
  /** The message to answer. The assembler trims it. Empty: no message section. */
  readonly currentMessage: string;
  /**
   * The sender of the current message. If given, the assembler must guard the prompt: no text may look like a message
   * of another sender or like a heading, and the current message is written with its sender.
   */
  readonly current?: CurrentMessage | undefined;
  /**
   * How many of the newest context messages came after the current one, which is then not the newest message. Told in
   * the last line of the conversation, before `current.deeds`, with the reserved sender `ctx`. Default 0.
   */
  readonly newerMessages?: number | undefined;
  /** The task of the whole team. `null` or blank: no task section. */
  readonly teamTask: string | null;
  /** Who the agent is and how it should behave. */
  readonly systemInstruction?: string | undefined;
  /** Text of an instruction file (AGENTS.md and the like), placed after `systemInstruction`. */
  readonly instructionFileText?: string | undefined;
  /** Upper bound of `bytes(prompt) + bytes(systemFlag)` in UTF-8. A finite number ≥ 0. */
  readonly maxBytes: number;
  /** Upper bound in tokens, in addition. Needs `tokenCounter`. A finite number ≥ 0. */
  readonly maxTokens?: number | undefined;
  /** Counts tokens for `maxTokens`. */
  readonly tokenCounter?: TokenCounter | undefined;
  /** Which part of a current message that does not fit is left out. Default `end`. */
  readonly cut?: MessageCut | undefined;
}
