import { type Piece, splitAtFences } from './fences.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { markedLines } from './marked-lines.ts';

/** The types of markers. `[TEAM_TASK: …]` and the `[TEAM_TASK]` block have the same type. */
export type MarkerType = 'from' | 'team-task' | 'next' | 'drop';

/** A marker of a message. */
export interface Marker {
  readonly type: MarkerType;
  /** The names as they were written, or the text of the task. Trimmed. */
  readonly value: string;
}

/**
 * The markers of a message, in order. They are always read in strict mode, also if the text is stripped in lenient
 * mode. Markers in code, quotes and HTML comments and after a backslash do not count. Linear in the length of the text.
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

/** Reads the marker at `bracket`. Its value ends at the `]` or, for a task block, is the text after the `]`. */
function readMarker(text: string, bracket: number): Marker {
  const close = text.indexOf(']', bracket);
  const inside = text.slice(bracket + 1, close);
  const colon = inside.search(/[:：]/);
  const [name, value] =
    colon === -1 ? [inside, text.slice(close + 1)] : [inside.slice(0, colon), inside.slice(colon + 1)];
  return { type: name.toLowerCase().replace('_', '-') as MarkerType, value: value.trim() };
}

/**
 * The text with each fence replaced by a quoted line of the same length. So indexes stay, and no code span crosses a
 * fence.
 */
function withoutFences(pieces: readonly Piece[]): string {
  return pieces.map(({ fenced, text }) => (fenced ? `${'>'.repeat(text.length)}\n` : text)).join('');
}
