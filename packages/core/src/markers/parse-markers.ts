import { type Piece, splitAtFences } from './fences.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { markedLines } from './marked-lines.ts';

/** The types of marker. `[TEAM_TASK: …]` and the block are one type. */
export type MarkerType = 'from' | 'team-task' | 'next' | 'drop';

/** A marker of a message, and what it says: names as they are written, or the text of a task. */
export interface Marker {
  readonly type: MarkerType;
  /** Without white space around it. */
  readonly value: string;
}

/**
 * The markers of a message in the order they stand, read in strict mode, whatever mode the text is stripped in. Those in
 * code, quotes and HTML comments and those after a backslash do not count. Linear in the length of the text.
 */
export function parseMarkers(text: string): readonly Marker[] {
  const found: Marker[] = [];
  const pieces = splitAtFences(text);
  let hidden: Uint8Array | undefined;
  for (const piece of pieces) {
    for (const line of markedLines(piece)) {
      hidden ??= hiddenPlaces(withoutFences(pieces));
      for (const { start } of line.markers) {
        const bracket = line.text.indexOf('[', start);
        if (!hidden[piece.start + line.start + bracket]) found.push(readMarker(line.text, bracket));
      }
    }
  }
  return found;
}

/** What the marker at `bracket` says: up to its closing bracket or, of a task block, what comes after that. */
function readMarker(text: string, bracket: number): Marker {
  const close = text.indexOf(']', bracket);
  const inside = text.slice(bracket + 1, close);
  const colon = inside.search(/[:：]/);
  const [name, value] =
    colon === -1 ? [inside, text.slice(close + 1)] : [inside.slice(0, colon), inside.slice(colon + 1)];
  return { type: name.toLowerCase().replace('_', '-') as MarkerType, value: value.trim() };
}

/** The text with a quoted line in place of its fenced code: what is around it keeps its place, and no code goes on past it. */
function withoutFences(pieces: readonly Piece[]): string {
  return pieces.map(({ fenced, text }) => (fenced ? `${'>'.repeat(text.length)}\n` : text)).join('');
}
