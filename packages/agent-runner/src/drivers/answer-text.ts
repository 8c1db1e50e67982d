/** Collects an answer that comes in pieces. */
export interface AnswerText {
  append(text: string): void;
  /** Removes all text. */
  clear(): void;
  text(): string;
  /** True if the answer was too long and its end was not kept. */
  readonly overflowed: boolean;
}

const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Creates an empty answer. Its size is limited, so that an agent that never stops cannot use up the host's memory. */
export function createAnswerText(): AnswerText {
  let text = '';
  let overflowed = false;
  return {
    append(piece) {
      if (text.length + piece.length > MAX_CHARACTERS) overflowed = true;
      else text += piece;
    },
    clear() {
      text = '';
    },
    text: () => text,
    get overflowed() {
      return overflowed;
    },
  };
}
