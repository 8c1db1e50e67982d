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
// What a task block ends at: the newline before a blank line or before one that starts with a bracket.
const TASK_END = /\n(?=\[|[^\S\n]*(?:\n|$))/g;

/**
 * Visits the lines with markers that count in strict mode: on one line, not in code, not in a quote. One at a time: a list
 * of them could be many times the text. Linear, because each search begins where the one before it has ended.
 */
export function eachMarkedLine({ fenced, text }: Piece, visit: (line: MarkedLine) => void): void {
  if (fenced || !mayHoldMarkers(text)) return;
  for (OPENING.lastIndex = 0; OPENING.test(text); ) {
    const opening = OPENING.lastIndex - 1;
    const close = text.indexOf(']', opening);
    if (close === -1) return;
    const start = text.lastIndexOf('\n', close) + 1;
    if (opening < start) {
      // Nothing is closed before the line of the next `]`.
      OPENING.lastIndex = start;
    } else {
      const line = lineAt(text, start, close);
      if (line.markers.length > 0) visit(line);
      OPENING.lastIndex = line.end;
    }
  }
}

function lineAt(text: string, start: number, close: number): MarkedLine {
  const newline = text.indexOf('\n', close);
  const end = newline === -1 ? text.length : newline;
  const line = text.slice(start, text.charAt(newline - 1) === '\r' ? newline - 1 : end);
  if (TASK_LINE.test(line)) return taskBlock(text, start, close, end);
  return { start, end, text: line, markers: QUOTE.test(line) ? [] : lineMarkers(line) };
}

function taskBlock(text: string, start: number, close: number, from: number): MarkedLine {
  TASK_END.lastIndex = from;
  const end = TASK_END.test(text) ? TASK_END.lastIndex - 1 : text.length;
  const marker = { kind: 'TEAM_TASK', value: text.slice(close + 1, end), start: 0, end: end - start } as const;
  return { start, end, text: text.slice(start, end), markers: [marker] };
}
