/** A stretch of text that is either fenced code or not. Fenced ones come without the newline behind the closing line. */
export interface Piece {
  readonly fenced: boolean;
  readonly start: number;
  readonly end: number;
}

const BACKTICK = 96;
const TILDE = 126;

/**
 * Splits text at its fenced code: a line of three or more backticks or tildes, however far indented, up to a line of
 * nothing but as many or more of them, or to the end. A backtick line with another backtick behind its run opens nothing.
 */
export function splitAtFences(text: string): Piece[] {
  if (!text.includes('```') && !text.includes('~~~')) return [{ fenced: false, start: 0, end: text.length }];
  const pieces: Piece[] = [];
  let outside = 0;
  let lineStart = 0;
  while (lineStart < text.length) {
    const lineEnd = endOfLine(text, lineStart);
    const fence = openingFence(text, lineStart, lineEnd);
    if (fence === undefined) {
      lineStart = lineEnd + 1;
      continue;
    }
    const end = endOfFence(text, lineEnd + 1, fence);
    if (lineStart > outside) pieces.push({ fenced: false, start: outside, end: lineStart });
    pieces.push({ fenced: true, start: lineStart, end });
    lineStart = end + 1;
    outside = lineStart;
  }
  if (outside < text.length) pieces.push({ fenced: false, start: outside, end: text.length });
  return pieces;
}

/** Index of the newline that ends the line, or of the end of the text. */
export function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}

/** Index of the first character at or behind `from` that is neither space nor tab. */
export function skipBlanks(text: string, from: number, end: number): number {
  let index = from;
  while (index < end && isBlank(text.charCodeAt(index))) index++;
  return index;
}

/** Space or tab. */
export function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9;
}

interface Fence {
  readonly unit: number;
  readonly length: number;
}

function openingFence(text: string, lineStart: number, lineEnd: number): Fence | undefined {
  const start = skipBlanks(text, lineStart, lineEnd);
  const unit = text.charCodeAt(start);
  if (unit !== BACKTICK && unit !== TILDE) return undefined;
  const end = endOfRun(text, start, lineEnd, unit);
  if (end - start < 3) return undefined;
  if (unit === BACKTICK && text.slice(end, lineEnd).includes('`')) return undefined;
  return { unit, length: end - start };
}

function endOfFence(text: string, from: number, fence: Fence): number {
  for (let lineStart = from; lineStart < text.length; ) {
    const lineEnd = endOfLine(text, lineStart);
    if (closes(text, lineStart, lineEnd, fence)) return lineEnd;
    lineStart = lineEnd + 1;
  }
  return text.length;
}

function closes(text: string, lineStart: number, lineEnd: number, fence: Fence): boolean {
  const start = skipBlanks(text, lineStart, lineEnd);
  const end = endOfRun(text, start, lineEnd, fence.unit);
  return end - start >= fence.length && text.slice(end, lineEnd).trim() === '';
}

function endOfRun(text: string, from: number, end: number, unit: number): number {
  let index = from;
  while (index < end && text.charCodeAt(index) === unit) index++;
  return index;
}
