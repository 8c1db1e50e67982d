/** Reads text that normally comes as deltas. Some servers send all text so far with every piece. */
export interface DeltaReader {
  /** The text that is new, as far as it is certain. */
  push(piece: string): string;
  /** Returns what was held back. Call it before anything else than text, and at the end. */
  flush(): string;
}

/**
 * Starts a reader for one text of one answer. If the second piece begins with the whole first one and goes on, it is held
 * back until the third shows whether that was chance: nothing is lost, and nothing is shown twice.
 */
export function createDeltaReader(): DeltaReader {
  let kind: 'unsure' | 'deltas' | 'whole' = 'unsure';
  /** All text so far, except in `deltas`. */
  let whole = '';
  /** The second piece, while it is held back. */
  let held: string | undefined;

  const pass = (text: string): string => {
    kind = 'deltas';
    whole = '';
    held = undefined;
    return text;
  };
  /** Takes a piece for all text so far. */
  const extend = (piece: string): string => {
    const added = piece.slice(whole.length);
    kind = 'whole';
    whole = piece;
    held = undefined;
    return added;
  };

  return {
    push(piece) {
      if (piece === '' || kind === 'deltas') return piece;
      if (kind === 'whole') {
        if (piece.startsWith(whole)) return extend(piece);
        return whole.startsWith(piece) ? '' : pass(piece);
      }
      if (held !== undefined) return piece.startsWith(held) ? extend(piece) : pass(held + piece);
      if (whole === '') {
        whole = piece;
        return piece;
      }
      if (piece.length === whole.length || !piece.startsWith(whole)) return pass(piece);
      held = piece;
      return '';
    },
    flush() {
      if (held === undefined) return '';
      // No word begins with three letters of itself in front: `hahaha` may follow `ha`, but not `Hello you` `Hello`.
      return whole.trim().length > 2 ? extend(held) : pass(held);
    },
  };
}
