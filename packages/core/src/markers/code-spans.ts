import { linesOf } from './lines.ts';

// A code span goes on to the next line, but not into the next block.
const NEW_BLOCK = /^(?:$|>|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)/;

/**
 * Where the code spans of a text end, by their start: at the next run of as many backticks. A run without one is plain
 * text, and one inside a span that has begun before it does not count.
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
