import { linesOf } from './lines.ts';

/** A part of a text that is either all fenced code or has none. */
export interface Piece {
  readonly fenced: boolean;
  /** Index at which it begins in the whole text. */
  readonly start: number;
  /** Fenced code does not include the newline after its closing line. */
  readonly text: string;
}

/** Tells of each line whether it belongs to fenced code. Takes the lines of a text in their order. */
export interface FenceReader {
  read(line: string): 'outside' | 'opening' | 'inside' | 'closing';
}

const FENCE = /^`{3,}|^~{3,}/;
const INDENT = /[ \t]*/y;
const LIST_MARKER = /[-*+]|\d{1,9}[.)]/y;

/** Index of the text of a line, after its indentation and list markers: 5 in `- 1. a`. */
export function contentStart(line: string): number {
  let start = afterIndent(line, 0);
  for (;;) {
    LIST_MARKER.lastIndex = start;
    if (!LIST_MARKER.test(line)) return start;
    const end = LIST_MARKER.lastIndex;
    const next = afterIndent(line, end);
    if (next === end) return start;
    start = next;
  }
}

function afterIndent(line: string, from: number): number {
  INDENT.lastIndex = from;
  INDENT.test(line);
  return INDENT.lastIndex;
}

/**
 * A fence opens with a line that begins, after any indentation and list markers, with three or more backticks or
 * tildes. It closes with a line of only as many or more of them, or at the end of the text. A line with more backticks
 * after its first run does not open a fence.
 */
export function createFenceReader(): FenceReader {
  let open: string | undefined;
  return {
    read(line) {
      if (!mayHoldFences(line)) return open === undefined ? 'outside' : 'inside';
      if (open === undefined) {
        const content = line.slice(contentStart(line));
        const run = FENCE.exec(content)?.[0];
        if (run === undefined || (run.startsWith('`') && content.slice(run.length).includes('`'))) return 'outside';
        open = run;
        return 'opening';
      }
      const content = line.slice(afterIndent(line, 0));
      const run = FENCE.exec(content)?.[0] ?? '';
      if (!run.startsWith(open) || afterIndent(content, run.length) !== content.length) return 'inside';
      open = undefined;
      return 'closing';
    },
  };
}

/** A quick check: false if the text certainly has no fence. */
export function mayHoldFences(text: string): boolean {
  return text.includes('```') || text.includes('~~~');
}

/** Splits a text at its fenced code. The last piece is fenced only if the text ends with the fence. */
export function splitAtFences(text: string): Piece[] {
  const pieces: Piece[] = [];
  const fences = createFenceReader();
  let start = 0;
  let isOpen = false;
  for (const line of mayHoldFences(text) ? linesOf(text) : []) {
    const place = fences.read(line.text);
    if (place === 'opening') {
      pieces.push({ fenced: false, start, text: text.slice(start, line.start) });
      start = line.start;
      isOpen = true;
    } else if (place === 'closing') {
      // For CR LF, only the LF is left out of the piece.
      const end = Math.max(line.start + line.text.length, line.next - 1);
      pieces.push({ fenced: true, start, text: text.slice(start, end) });
      start = end + 1;
      isOpen = false;
    }
  }
  if (start <= text.length) pieces.push({ fenced: isOpen, start, text: text.slice(start) });
  return pieces;
}
