/** A stretch of text that is either fenced code or not. */
export interface Piece {
  readonly fenced: boolean;
  /** Where it begins in the whole text. */
  readonly start: number;
  /** Fenced code comes without the newline behind its closing line. */
  readonly text: string;
}

// Its opening line, then either all up to its closing line or all there is. Linear: only the start of a line is tried, and
// each part stops at the first character that cannot be its own. No quantifier around a group: on long text V8 would run
// out of stack.
const FENCE =
  /(?<![^\n])[ \t]*(`{3,}(?![^`\n]*`)|~{3,})(?:[\s\S]*?\n[ \t]*\1(?:(?<=`)`*|(?<=~)~*)[^\S\n]*(?![^\n])|[\s\S]*)/g;

/**
 * Splits text at its fenced code: a line of three or more backticks or tildes, however far indented, up to a line of
 * nothing but as many or more of them, or to the end. A backtick line with another backtick behind its run opens nothing.
 * The last piece is fenced when nothing follows the fence, not even a newline.
 */
export function splitAtFences(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  if (text.includes('```') || text.includes('~~~')) {
    for (const { 0: fence, index } of text.matchAll(FENCE)) {
      pieces.push(
        { fenced: false, start, text: text.slice(start, index) },
        { fenced: true, start: index, text: fence },
      );
      start = index + fence.length + 1;
    }
  }
  if (start <= text.length) pieces.push({ fenced: false, start, text: text.slice(start) });
  return pieces;
}
