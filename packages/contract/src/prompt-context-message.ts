/** One earlier message of the conversation, as an assembler sees it: attributed, stripped of markers, plain text. */
export interface PromptContextMessage {
  /** Display name of who said it. */
  readonly from: string;
  /** Whom it was said to; several names are joined by `, `. Missing means everybody: `all`. */
  readonly to?: string | undefined;
  /** What was said. Rendered as it is, unless the format escapes or the prompt is guarded; never trimmed. */
  readonly content: string;
  /** What was done while it was said, in one line: a line of the reserved sender `ctx`, right after the message. */
  readonly deeds?: string | undefined;
}
