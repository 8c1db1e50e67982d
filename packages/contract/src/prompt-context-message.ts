/** One earlier message of the conversation, as an assembler sees it: attributed, stripped of markers, plain text. */
export interface PromptContextMessage {
  /** Display name of who said it. */
  readonly from: string;
  /** Whom it was said to; several names are joined by `, `. Missing means everybody: `all`. */
  readonly to?: string | undefined;
  /** What was said. Rendered as it is, never trimmed or escaped. */
  readonly content: string;
}
