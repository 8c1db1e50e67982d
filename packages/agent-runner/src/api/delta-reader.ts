/** Reads text that normally comes as deltas. Some servers send all text so far with every piece. */
export interface DeltaReader {
  /** The text that is new, as far as it is certain. */
  push(piece: string): string;
  /** Returns what was held back. Call it before anything else than text, and at the end. */
  flush(): string;
}

/** Text of this length is never repeated by chance, and then continued in the same piece. */
const SURE_LENGTH = 16;
/** Text of this length is never repeated by chance in one piece. */
const SURE_REPEAT_LENGTH = 64;

/**
 * Starts a reader for one text of one answer. If the second piece begins with the whole first one and goes on, it is held
 * back until the third shows whether that was chance: nothing is lost, and nothing is shown twice.
 */
export function createDeltaReader(): DeltaReader {
  let kind: 'unsure' | 'deltas' | 'whole' = 'unsure';
  /** All text so far. */
  let whole = '';
  /** The second piece, while it is held back. */
  let held: string | undefined;

  const pass = (piece: string): string => {
    kind = 'deltas';
    whole += piece;
    held = undefined;
    return piece;
  };
  /** Takes a piece for all text so far. */
  const extend = (piece: string): string => {
    const added = piece.slice(whole.length);
    whole = piece;
    held = undefined;
    return added;
  };
  const extendOnly = (piece: string): string => {
    kind = 'whole';
    return extend(piece);
  };

  return {
    push(piece) {
      if (piece === '') return '';
      if (whole === '') {
        whole = piece;
        return piece;
      }
      if (held !== undefined) return piece.startsWith(held) ? extendOnly(piece) : pass(held + piece);
      // Compared by length first: small pieces of a long answer are not compared with all of it.
      const repeats = piece.length >= whole.length && piece.startsWith(whole);
      if (kind === 'whole') {
        if (repeats) return extend(piece);
        return whole.startsWith(piece) ? '' : pass(piece);
      }
      if (repeats && whole.length >= (piece.length > whole.length ? SURE_LENGTH : SURE_REPEAT_LENGTH)) {
        return kind === 'unsure' ? extendOnly(piece) : extend(piece);
      }
      if (kind === 'deltas' || !repeats || piece.length === whole.length) return pass(piece);
      held = piece;
      return '';
    },
    flush() {
      if (held === undefined) return '';
      // `10` may follow `1`, and `hahaha` `ha`. A second `Hello` that goes on is the same one.
      return whole.trim().length > 2 ? extendOnly(held) : pass(held);
    },
  };
}
