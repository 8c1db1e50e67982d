/** The longest answer that is kept. The limit keeps an agent that never stops from using up the host's memory. */
export const MAX_ANSWER_CHARACTERS = 64 * 1024 * 1024;

/** Collects an answer that comes in pieces. */
export interface AnswerText {
  append(text: string): void;
  /** Starts again with an empty answer. */
  clear(): void;
  text(): string;
  /** True if the answer was too long and its end was not kept. */
  readonly overflowed: boolean;
}

/** Creates an empty answer of at most `MAX_ANSWER_CHARACTERS`. */
export function createAnswerText(): AnswerText {
  let text = '';
  let overflowed = false;
  return {
    append(piece) {
      // After a piece that does not fit nothing is kept, or the answer would have a gap.
      overflowed ||= text.length + piece.length > MAX_ANSWER_CHARACTERS;
      if (!overflowed) text += piece;
    },
    clear() {
      text = '';
      overflowed = false;
    },
    text: () => text,
    get overflowed() {
      return overflowed;
    },
  };
}
