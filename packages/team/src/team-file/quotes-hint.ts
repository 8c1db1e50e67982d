import { findMarkers } from '@ctx/core/markers';

/** Text in which YAML reads a word as a field: `role: end with: this`. */
const TWO_FIELDS = /^\s*(?:- )?\w+:\s+[^'"|>{[\s][^'"]*:\s/;

/** Advice for text that YAML does not read as text because of its colon. */
export const COLON_HINT = '; put text that contains a colon and a space in quotes';

/** Advice for a problem on a line of YAML whose text should be in quotes; empty for any other line. */
export function quotesHint(line = ''): string {
  // YAML reads the bracket of a marker as a list and its colon as a field, in backticks too.
  const text = line.trim().replaceAll('`', ' ');
  const marker = findMarkers(text)[0];
  if (marker !== undefined) return `; put the text with ${text.slice(marker.start, marker.end)} in quotes`;
  return TWO_FIELDS.test(line) ? COLON_HINT : '';
}
