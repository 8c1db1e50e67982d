import type { Piece } from './fences.ts';
import { type LineMarker, lineMarkers } from './line-markers.ts';
import { type Line, linesOf } from './lines.ts';

/** A line that holds markers, by its place in its piece; a task block with the lines it takes is one line and one marker. */
export interface MarkedLine extends Line {
  readonly markers: readonly LineMarker[];
}

const OPENING = /\[(?:(?:FROM|NEXT|DROP)[:：]|TEAM_TASK[:：\]])/i;
const QUOTE = /^ {0,3}>/;
const TASK = /^\[TEAM_TASK\]$/i;

/** False when there is certainly no marker in the text: most texts need no closer look. */
export function mayHoldMarkers(text: string): boolean {
  return text.includes(']') && OPENING.test(text);
}

/**
 * The lines of a piece with markers that count in strict mode: on one line, not in code, not in a quote. One at a time,
 * because a list could be many times the text.
 */
export function* markedLines({ fenced, text }: Piece): Generator<MarkedLine> {
  if (fenced || !mayHoldMarkers(text)) return;
  let taken = 0;
  for (const line of linesOf(text)) {
    if (line.start < taken || QUOTE.test(line.text)) continue;
    if (TASK.test(line.text.trim())) {
      const block = taskBlock(text, line);
      taken = block.next;
      yield block;
    } else {
      const markers = lineMarkers(line.text);
      if (markers.length > 0) yield { ...line, markers };
    }
  }
}

/** A task block with the lines after it, up to a blank one or one that starts with a bracket. */
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
