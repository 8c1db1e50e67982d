import { visiblePart } from './visible-text.ts';

/** Makes text visible that comes in pieces. */
export interface VisiblePieces {
  /** What can be shown now. */
  add(piece: string): string;
  /** What was held back, because it depends on what follows; nothing does. */
  end(): string;
}

// A line ending, an emoji or a word may be cut in two. What may go on in the next piece waits for it.
const UNDECIDED = /(?:\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6}|\r|\u200c|\u200d|\ufe0e|\ufe0f)?[\ud800-\udbff]?$/u;
/** Code units before a piece that decide about its first characters: a flag, and one more. */
const REMEMBERED = 16;

/** The same as `visibleText` of the whole, however it is cut. */
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
