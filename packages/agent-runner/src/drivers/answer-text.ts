/** Collects an answer that comes in pieces. */
export interface AnswerText {
  append(text: string): void;
  /** Starts anew. */
  clear(): void;
  text(): string;
  /** True when the answer was longer than a string may reasonably get; what came after was not kept. */
  readonly overflowed: boolean;
}

const MAX_CHARACTERS = 64 * 1024 * 1024;

/** An empty answer. Memory is bounded: an agent that never stops talking must not take the host down. */
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
