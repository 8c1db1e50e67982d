/** A stretch of text that is either fenced code or not. Fenced ones come without the newline behind the closing line. */
export interface Piece {
  readonly fenced: boolean;
  readonly start: number;
  readonly end: number;
}

// Both are linear: a run of backticks that cannot match is given up at the character behind it.
const OPENING = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^[ \t]*(`{3,}|~{3,})\s*$/;

/**
 * Splits text at its fenced code: a line of three or more backticks or tildes, however far indented, up to a line of
 * nothing but as many or more of them, or to the end. A backtick line with another backtick behind its run opens nothing.
 */
export function splitAtFences(text: string): Piece[] {
  if (!text.includes('```') && !text.includes('~~~')) return [{ fenced: false, start: 0, end: text.length }];
  const pieces: Piece[] = [];
  let pieceStart = 0;
  let fence: string | undefined;
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const run = (fence === undefined ? OPENING : CLOSING).exec(text.slice(start, end))?.[1];
    if (run !== undefined && fence === undefined) {
      if (start > pieceStart) pieces.push({ fenced: false, start: pieceStart, end: start });
      pieceStart = start;
      fence = run;
    } else if (run !== undefined && fence !== undefined && run.startsWith(fence)) {
      pieces.push({ fenced: true, start: pieceStart, end });
      pieceStart = end + 1;
      fence = undefined;
    }
    start = end + 1;
  }
  if (pieceStart < text.length) pieces.push({ fenced: fence !== undefined, start: pieceStart, end: text.length });
  return pieces;
}

/** Index of the newline that ends the line, or of the end of the text. */
export function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}

/** Index of the first character at or behind `from` that is neither space nor tab. */
export function skipBlanks(text: string, from: number): number {
  let index = from;
  while (isBlank(text.charCodeAt(index))) index++;
  return index;
}

/** Space or tab. */
export function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9;
}
