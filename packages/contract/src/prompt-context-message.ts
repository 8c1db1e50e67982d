/** An earlier message of the conversation as agents see it, without markers. */
export interface PromptContextMessage {
  /** Display name of the sender. */
  readonly from: string;
  /** Display names of the addressees, joined by `, `. Default `all`. */
  readonly to?: string | undefined;
  /** The text. Written unchanged unless the format escapes or the prompt is guarded. Never trimmed. */
  readonly content: string;
  /** What the sender did in that turn, in one line. Written after the message, with the reserved sender `ctx`. */
  readonly deeds?: string | undefined;
}
