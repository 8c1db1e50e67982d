/** What every marker begins with; global, so that a search can go on from `lastIndex`. */
export const OPENING = /\[(?:FROM:|NEXT:|DROP:|TEAM_TASK[:\]])/gi;

/** False when there is certainly no marker in the text: most texts need no closer look. */
export function mayHoldMarkers(text: string): boolean {
  return text.includes(']') && text.search(OPENING) !== -1;
}
