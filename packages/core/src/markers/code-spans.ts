import { linesOf } from './lines.ts';

// A code span may continue on the next line, but not in the next block: a blank line, quote, heading or list item ends
// it.
const NEW_BLOCK = /^(?:$|>|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)/;

/**
 * The end of each possible code span by its start. A span ends after the next run of as many backticks. A run without
 * such an end is plain text. The caller skips runs that are inside an earlier span.
 */
export function codeSpanEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const latest = new Map<number, number>();
  for (const line of text.includes('`') ? linesOf(text) : []) {
    if (NEW_BLOCK.test(line.text.trim())) latest.clear();
    for (const { 0: run, index } of line.text.matchAll(/`+/g)) {
      const start = latest.get(run.length);
      if (start !== undefined) ends.set(start, line.start + index + run.length);
      latest.set(run.length, line.start + index);
    }
  }
  return ends;
}
