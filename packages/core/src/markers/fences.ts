import { linesOf } from './lines.ts';

/** A part of a text that is either all fenced code or has none. */
export interface Piece {
  readonly fenced: boolean;
  /** Index at which it begins in the whole text. */
  readonly start: number;
  /** Fenced code does not include the newline after its closing line. */
  readonly text: string;
}

const FENCE = /^`{3,}|^~{3,}/;

/**
 * Splits a text at its fenced code. A fence opens with a line that begins, after any indentation, with three or more
 * backticks or tildes. It closes with a line of only as many or more of them, or at the end of the text. A line with
 * more backticks after its first run does not open a fence. The last piece is fenced only if the text ends with the
 * fence.
 */
export function splitAtFences(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let open: string | undefined;
  const hasFences = text.includes('```') || text.includes('~~~');
  for (const line of hasFences ? linesOf(text) : []) {
    const content = line.text.trimStart();
    const run = FENCE.exec(content)?.[0];
    if (run === undefined) continue;
    const rest = content.slice(run.length);
    if (open === undefined) {
      if (run.startsWith('`') && rest.includes('`')) continue;
      pieces.push({ fenced: false, start, text: text.slice(start, line.start) });
      start = line.start;
      open = run;
    } else if (run.startsWith(open) && rest.trim() === '') {
      // For CR LF, only the LF is left out of the piece.
      const end = Math.max(line.start + line.text.length, line.next - 1);
      pieces.push({ fenced: true, start, text: text.slice(start, end) });
      start = end + 1;
      open = undefined;
    }
  }
  if (start <= text.length) pieces.push({ fenced: open !== undefined, start, text: text.slice(start) });
  return pieces;
}
