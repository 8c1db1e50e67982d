/** A marker that begins with a bracket and holds a colon: YAML takes the one for a list and the other for a field. */
const MARKER = /\[\s*(?:NEXT|FROM|DROP|TEAM_TASK)\s*:[^\]\n]*\]?/i;
/** A text of which YAML takes a part for a field: `end with: this`. */
const TWO_FIELDS = /^\s*(?:- )?\w+:\s+[^'"|>{[\s][^'"]*:\s/;

/** What to add to a problem on a line of YAML whose text should have been in quotes; empty for any other line. */
export function quotesHint(line: string | undefined): string {
  const marker = MARKER.exec(line ?? '')?.[0];
  if (marker !== undefined) return `; put the text with ${marker.trim()} in quotes`;
  return TWO_FIELDS.test(line ?? '') ? '; put a text that holds a colon and a blank in quotes' : '';
}
