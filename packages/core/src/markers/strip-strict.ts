import { splitAtFences } from './fences.ts';
import type { LineMarker } from './line-markers.ts';
import { linesOf } from './lines.ts';
import { type MarkedLine, markedLines } from './marked-lines.ts';

/** Several markers with only blanks between them. */
interface Run {
  readonly start: number;
  end: number;
  holdsBlanks: boolean;
}

/**
 * Removes strict-mode markers with the blanks that separate them from the text, lines that have only markers, and blank
 * lines at both ends of the message. Every other byte stays.
 */
export function stripStrict(text: string): string {
  const pieces = splitAtFences(text);
  const kept: string[] = [];
  let from = 0;
  for (const piece of pieces) {
    for (const line of markedLines(piece)) {
      const stripped = stripLine(line);
      const start = piece.start + line.start;
      kept.push(text.slice(from, start), stripped);
      // A removed line takes its line end with it.
      from = stripped === '' ? piece.start + line.next : start + line.text.length;
    }
  }
  kept.push(text.slice(from));
  return withoutBlankEnds(kept.join(''), pieces.at(-1)!.fenced);
}

/** A line without its markers. Empty if it had only markers. */
function stripLine({ text, markers }: MarkedLine): string {
  const kept: string[] = [];
  let from = 0;
  for (const run of runsOf(text, markers)) {
    let { start, end } = run;
    const before = text.slice(0, start).trimEnd().length;
    const after = text.length - text.slice(end).trimStart().length;
    let space = '';
    if (before === 0 && after === text.length) return '';
    // `[NEXT: a] text`
    if (before === 0) end = after;
    // `text [NEXT: a]`
    else if (after === text.length) [start, end] = [before, after];
    // `text [NEXT: a] text`
    else if (before < start && end < after) start = before;
    // `text[NEXT: a] [NEXT: b]text`
    else if (before === start && end === after && run.holdsBlanks) space = ' ';
    kept.push(text.slice(from, start), space);
    from = end;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

function runsOf(line: string, markers: readonly LineMarker[]): Run[] {
  const runs: Run[] = [];
  for (const { start, end } of markers) {
    const run = runs.at(-1);
    const between = line.slice(run?.end, start);
    if (run === undefined || between.trim() !== '') runs.push({ start, end, holdsBlanks: false });
    else {
      run.end = end;
      run.holdsBlanks ||= between !== '';
    }
  }
  return runs;
}

/** The text without blank lines at its start and end. An end inside a fence is left alone. */
function withoutBlankEnds(text: string, endsInFence: boolean): string {
  if (text.trim() === '') return '';
  const before = text.slice(0, -text.trimStart().length);
  const after = endsInFence ? '' : text.slice(text.trimEnd().length);
  let start = 0;
  for (const line of linesOf(before)) start = line.start;
  const end = text.length - after.length + after.search(/[\n\r\u2028\u2029]|$/);
  return text.slice(start, end);
}
