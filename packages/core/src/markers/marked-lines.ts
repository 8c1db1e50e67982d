import type { Piece } from './fences.ts';
import { type LineMarker, lineMarkers } from './line-markers.ts';
import { type Line, linesOf } from './lines.ts';

/**
 * A line with markers. Indexes count from the start of its piece. A task block of several lines is one line and one
 * marker.
 */
export interface MarkedLine extends Line {
  readonly markers: readonly LineMarker[];
}

const OPENING = /\[(?:(?:FROM|NEXT|DROP)[:：]|TEAM_TASK[:：\]])/i;
const QUOTE = /^ {0,3}>/;
const TASK = /^\[TEAM_TASK\]$/i;

/** A quick check: false if the text certainly has no marker, as most texts. */
export function mayHoldMarkers(text: string): boolean {
  return text.includes(']') && OPENING.test(text);
}

/**
 * The lines of a piece that have strict-mode markers: on one line, not in code, not in a quote. A generator, because an
 * array of all lines could take many times the memory of the text.
 */
export function* markedLines({ fenced, text }: Piece): Generator<MarkedLine> {
  if (fenced || !mayHoldMarkers(text)) return;
  let blockEnd = 0;
  for (const line of linesOf(text)) {
    if (line.start < blockEnd || QUOTE.test(line.text)) continue;
    if (TASK.test(line.text.trim())) {
      const block = taskBlock(text, line);
      blockEnd = block.next;
      yield block;
    } else {
      const markers = lineMarkers(line.text);
      if (markers.length > 0) yield { ...line, markers };
    }
  }
}

/** A task block: its first line and the lines after it, up to a blank line or a line that starts with `[`. */
function taskBlock(text: string, first: Line): MarkedLine {
  const { start } = first;
  let last = first;
  for (const line of linesOf(text, first.next)) {
    if (line.text.startsWith('[') || line.text.trim() === '') break;
    last = line;
  }
  const block = text.slice(start, last.start + last.text.length);
  return { ...last, start, text: block, markers: [{ start: 0, end: block.length }] };
}
