/** A marker without quotes: YAML reads its bracket as a list and its colon as a field. */
const MARKER = /\[\s*(?:NEXT|FROM|DROP|TEAM_TASK)\s*:[^\]\n]*\]?/i;
/** Text in which YAML reads a word as a field: `role: end with: this`. */
const TWO_FIELDS = /^\s*(?:- )?\w+:\s+[^'"|>{[\s][^'"]*:\s/;

/** Advice for text that YAML does not read as text because of its colon. */
export const COLON_HINT = '; put text that contains a colon and a space in quotes';

/** Advice for a problem on a line of YAML whose text should be in quotes; empty for any other line. */
export function quotesHint(line: string | undefined): string {
  const marker = MARKER.exec(line ?? '')?.[0];
  if (marker !== undefined) return `; put the text with ${marker.trim()} in quotes`;
  return TWO_FIELDS.test(line ?? '') ? COLON_HINT : '';
}
