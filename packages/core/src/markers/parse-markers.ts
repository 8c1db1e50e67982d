import { findMarkers } from './find-markers.ts';
import type { MarkerType } from './grammar.ts';

/** A marker of a message. */
export interface Marker {
  readonly type: MarkerType;
  /** The names as they were written, or the text of the task. Trimmed. */
  readonly value: string;
}

/**
 * The markers of a message that count, in order. They are always read in strict mode, also if the text is stripped in
 * lenient mode. Markers in code, quotes, HTML comments and links, in quotation marks and after a backslash do not count.
 * Linear in the length of the text.
 */
export function parseMarkers(text: string): readonly Marker[] {
  return findMarkers(text).flatMap(({ type, value, counts }) => (counts ? { type, value } : []));
}
