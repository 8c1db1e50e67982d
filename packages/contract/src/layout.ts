import type { PromptContextMessage } from './prompt-context-message.ts';

/** The properties of all blocks. */
interface BlockBase {
  /** Name of the section in the receipt: `instructions`, `task`, `context`, `message`, or one of your own. */
  readonly name: string;
  /** Line above the body. An empty block is left out together with its heading and footer. */
  readonly heading?: string | undefined;
  /** Line below the body, such as a closing tag. */
  readonly footer?: string | undefined;
}

/** Text that is never cut. If it does not fit, the budget is refused. */
export interface FixedBlock extends BlockBase {
  readonly shrink: 'never';
  readonly text: string;
}

/**
 * Text that may be cut as the last resort, at its end or in its middle: the current message. It is written as `before`, text, `after`. A block
 * without text is left out. At least one character of the text must fit.
 */
export interface CuttableBlock extends BlockBase {
  readonly shrink: 'end';
  readonly text: string;
  /** Written directly before the text and never cut, for example the sender. */
  readonly before?: string | undefined;
  /** Written directly after the kept text, and never cut. */
  readonly after?: string | undefined;
  /** Escapes the text. Must be pure. The text is cut first, then escaped. */
  readonly escape?: ((text: string) => string) | undefined;
  /**
   * Written after each line end inside the text (LF, CR LF, CR, VT, FF, FS, GS, RS, NEL, U+2028, U+2029). The text is
   * indented first, then cut, so a cut may fall inside the indent. Ignored with `escape`.
   */
  readonly indent?: string | undefined;
}

/** Messages. The oldest are dropped first. */
export interface MessagesBlock extends BlockBase {
  readonly shrink: 'oldest';
  /** Oldest first. */
  readonly messages: readonly PromptContextMessage[];
  /**
   * Writes one message as text. Must be pure, and the same function in every layout of a format: the trimmer caches the
   * result for a frozen message by this function.
   */
  readonly line: (message: PromptContextMessage) => string;
  /**
   * How many of the newest messages came after the message below: `AssemblerInput.newerMessages`. The line that says so
   * comes after the messages, made by `line` with the sender `ctx`. It counts only messages that are kept. Default 0.
   */
  readonly newer?: number | undefined;
  /** A line after all messages and after the line of `newer`. It is dropped last and not counted as a message. Empty: none. */
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
  /**
   * Name of the `never` block that is the system flag and not part of the prompt. Its heading and footer are left out.
   */
  readonly systemBlock?: string | undefined;
  /**
   * How text is prevented from looking like a message of another sender or like a heading, if `AssemblerInput.current`
   * is given. `column`: only the format itself writes in the first column of a line. `escape`: the format escapes all
   * other text. Missing: not at all.
   */
  readonly guards?: 'column' | 'escape' | undefined;
}
