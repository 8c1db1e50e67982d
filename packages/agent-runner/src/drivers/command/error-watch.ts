/** Tells answer text from the words of an error, for programs that put both in one place. */
export interface ErrorWatch {
  /** The bit of answer that can be shown now; what may still turn out to be an error is held back. */
  delta(text: string): string;
  /** A whole piece: true if it is an error. */
  isError(text: string): boolean;
  /** The piece is over: what was held back is answer after all. */
  endPiece(): string;
  /** The words of the last piece, if it was an error. */
  words(): string | undefined;
}

/** Watches for pieces that begin in one of these ways. */
export function createErrorWatch(beginnings: readonly string[]): ErrorWatch {
  /** The beginning of a piece that may become an error; `undefined` once it is known to be none. */
  let held: string | undefined = '';
  let errorWords: string | undefined;
  let isInError = false;
  const isError = (text: string): boolean => beginnings.some((beginning) => text.startsWith(beginning));

  return {
    delta(text) {
      if (isInError) {
        errorWords += text;
        return '';
      }
      if (held === undefined) return text;
      const piece = held + text;
      if (isError(piece)) {
        errorWords = piece;
        isInError = true;
        held = '';
        return '';
      }
      if (beginnings.some((beginning) => beginning.startsWith(piece))) {
        held = piece;
        return '';
      }
      held = undefined;
      errorWords = undefined;
      return piece;
    },
    isError(text) {
      errorWords = isError(text) ? text : undefined;
      return errorWords !== undefined;
    },
    endPiece() {
      const rest = held ?? '';
      held = '';
      isInError = false;
      return rest;
    },
    words: () => errorWords,
  };
}
