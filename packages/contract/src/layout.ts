import type { PromptContextMessage } from './prompt-context-message.ts';

interface BlockBase {
  /** Stable name of the section in the receipt: `instructions`, `task`, `context`, `message`, or one of your own. */
  readonly name: string;
  /** Line above the body. A block that ends up empty disappears together with its heading and footer. */
  readonly heading?: string | undefined;
  /** Line below the body, such as a closing tag. */
  readonly footer?: string | undefined;
}

/** Text that is in the prompt whole or not at all: if it does not fit, the budget is refused. */
export interface FixedBlock extends BlockBase {
  readonly shrink: 'never';
  readonly text: string;
}

/**
 * Text that may lose its end, as the last resort: the current message. Written as `before`, the text, `after`; a block
 * without text is empty. At least one character of the text must fit.
 */
export interface CuttableBlock extends BlockBase {
  readonly shrink: 'end';
  readonly text: string;
  /** Written right before the text and never cut: who says it. */
  readonly before?: string | undefined;
  /** Written right after what is left of the text, and never cut. */
  readonly after?: string | undefined;
  /** How the text is written where it may not stand as it is. Pure. The text is cut first, then escaped. */
  readonly escape?: ((text: string) => string) | undefined;
  /**
   * Written after each line end inside the text (LF, CR LF, CR, VT, FF, NEL, U+2028, U+2029). The text is indented
   * first, then cut, so a cut may fall inside the indent. Not together with `escape`.
   */
  readonly indent?: string | undefined;
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
  /** A last line after all messages, dropped after all of them and not counted as one. Empty means none. */
  readonly lastLine?: string | undefined;
}

/** One section of a prompt and how it may shrink. */
export type Block = FixedBlock | CuttableBlock | MessagesBlock;

/**
 * A prompt before it is text. Blocks are rendered in order: heading, body and footer joined by one newline, blocks by a
 * blank line, empty blocks left out. At most one block shrinks by `oldest` and at most one by `end`.
 */
export interface Layout {
  readonly blocks: readonly Block[];
  /** Name of the `never` block that becomes the system flag instead of a part of the prompt, without heading and footer. */
  readonly systemBlock?: string | undefined;
  /**
   * How nobody's words can pass for another's or for a heading, given `AssemblerInput.current`. `column`: only the
   * format itself writes in the first column of a line; `escape`: the format escapes what is not its own. Missing: they
   * can.
   */
  readonly guards?: 'column' | 'escape' | undefined;
}
