import { linesOf } from './lines.ts';

/** A stretch of text that is either fenced code or not. */
export interface Piece {
  readonly fenced: boolean;
  /** Where it begins in the whole text. */
  readonly start: number;
  /** Fenced code comes without the newline after its closing line. */
  readonly text: string;
}

const FENCE = /^`{3,}|^~{3,}/;

/**
 * Splits text at its fenced code: a line of three or more backticks or tildes, however far indented, up to a line of
 * nothing but as many or more of them, or to the end. A backtick line with another backtick after its run opens nothing.
 * The last piece is fenced when nothing follows the fence, not even a newline.
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
      // Of CR LF, only LF is the newline after the fence.
      const end = Math.max(line.start + line.text.length, line.next - 1);
      pieces.push({ fenced: true, start, text: text.slice(start, end) });
      start = end + 1;
      open = undefined;
    }
  }
  if (start <= text.length) pieces.push({ fenced: open !== undefined, start, text: text.slice(start) });
  return pieces;
}
