import { visiblePart } from './visible-text.ts';

/** `visibleText` for text that comes in pieces. */
export interface VisiblePieces {
  /** The text that can be shown now. */
  add(piece: string): string;
  /** The held-back text. Call it after the last piece. */
  end(): string;
}

// A line ending, an emoji or a word may be split between two pieces. The end of a piece that may continue is held back.
// In code units, because V8 in Node 26 misses a counted range above U+FFFF at the end of a text.
const UNDECIDED = /(?:\ud83c\udff4(?:\udb40[\udc20-\udc7f]){0,6}|\r|\u200c|\u200d|\ufe0e|\ufe0f)?[\ud800-\udbff]?$/;
/** Code units of shown text that the next characters may depend on: a flag and one more character. */
const REMEMBERED = 16;

/** Gives the same text as `visibleText` of the whole, wherever it is split. */
export function createVisiblePieces(): VisiblePieces {
  let shown = '';
  let held = '';
  const show = (text: string, end: number): string => {
    const whole = shown + text;
    const visible = visiblePart(whole, shown.length, shown.length + end);
    shown = whole.slice(0, shown.length + end).slice(-REMEMBERED);
    held = text.slice(end);
    return visible;
  };
  return {
    add(piece) {
      const text = held + piece;
      return show(text, text.search(UNDECIDED));
    },
    end: () => show(held, held.length),
  };
}
