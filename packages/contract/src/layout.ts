import type { PromptContextMessage } from './prompt-context-message.ts';

interface BlockBase {
  /** Stable name of the section in the receipt: `instructions`, `task`, `context`, `message`, or one of your own. */
  readonly name: string;
  /** Line above the body. A block that ends up empty disappears together with its heading. */
  readonly heading?: string | undefined;
}

/** Text that is in the prompt whole or not at all: if it does not fit, the budget is refused. */
export interface FixedBlock extends BlockBase {
  readonly shrink: 'never';
  readonly text: string;
}

/** Text that may lose its end, as the last resort: the current message. */
export interface CuttableBlock extends BlockBase {
  readonly shrink: 'end';
  readonly text: string;
}

/** Messages of which the oldest are dropped first. */
export interface MessagesBlock extends BlockBase {
  readonly shrink: 'oldest';
  /** Oldest first. */
  readonly messages: readonly PromptContextMessage[];
  /**
   * How one message becomes text. Must be pure, and the same function for every layout of a format: what it returns
   * for a frozen message is remembered under the function's identity.
   */
  readonly line: (message: PromptContextMessage) => string;
}

/** One section of a prompt and how it may shrink. */
export type Block = FixedBlock | CuttableBlock | MessagesBlock;

/**
 * A prompt before it is text. Blocks are rendered in order: heading and body joined by one newline, blocks by a blank
 * line, empty blocks left out. At most one block shrinks by `oldest` and at most one by `end`.
 */
export interface Layout {
  readonly blocks: readonly Block[];
  /** Name of the `never` block that goes to `systemFlag` instead of into the prompt, without its heading. */
  readonly systemFlag?: string | undefined;
}
