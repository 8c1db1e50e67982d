import type { Piece } from './fences.ts';
import { type LineMarker, lineMarkers } from './line-markers.ts';
import { mayHoldMarkers, OPENING } from './opening.ts';

/** A line that holds markers; a task block with the lines it takes is one line and one marker. */
export interface MarkedLine {
  /** Where it begins in its piece. */
  readonly start: number;
  /** Index of the newline behind it, or of the end of the piece. */
  readonly end: number;
  /** Without `\n` or `\r\n`. */
  readonly text: string;
  readonly markers: readonly LineMarker[];
}

const QUOTE = /^ {0,3}>/;
const TASK_LINE = /^[ \t]*\[TEAM_TASK\][ \t]*$/i;
// The newline before a blank line or before one that starts with a bracket, or else the end.
const TASK_END = /\n(?=\[|[^\S\n]*(?:\n|$))|$/;

/**
 * Visits the lines of a piece with markers that count in strict mode: on one line, not in code, not in a quote. One at a
 * time, because a list could be many times the text. Linear: each search begins where the one before it has ended.
 */
export function eachMarkedLine({ fenced, text }: Piece, visit: (line: MarkedLine) => void): void {
  if (fenced || !mayHoldMarkers(text)) return;
  for (OPENING.lastIndex = 0; OPENING.test(text); ) {
    // No marker is closed before the line of the next `]`.
    const close = text.indexOf(']', OPENING.lastIndex - 1);
    if (close === -1) return;
    const line = lineAround(text, close);
    if (line.markers.length > 0) visit(line);
    OPENING.lastIndex = line.end;
  }
}

function lineAround(text: string, index: number): MarkedLine {
  const start = text.lastIndexOf('\n', index) + 1;
  const newline = text.indexOf('\n', index);
  const end = newline === -1 ? text.length : newline;
  const line = text.slice(start, text.charAt(newline - 1) === '\r' ? newline - 1 : end);
  if (TASK_LINE.test(line)) return taskBlock(text, start, end);
  return { start, end, text: line, markers: QUOTE.test(line) ? [] : lineMarkers(line) };
}

function taskBlock(text: string, start: number, firstEnd: number): MarkedLine {
  const end = firstEnd + text.slice(firstEnd).search(TASK_END);
  const block = text.slice(start, end);
  const value = block.slice(block.indexOf(']') + 1);
  return { start, end, text: block, markers: [{ kind: 'TEAM_TASK', value, start: 0, end: block.length }] };
}
