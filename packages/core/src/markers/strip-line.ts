import { emphasisAround } from './emphasis.ts';
import type { FoundMarker } from './find-markers.ts';

/** A part of a line. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Several markers with only blanks between them. */
interface Run extends Range {
  end: number;
  holdsBlanks: boolean;
}

/** A line without its markers, emphasis around them, and blanks that separate them. Empty if it had only markers. */
export function stripLine(line: string, markers: readonly Range[]): string {
  const kept: string[] = [];
  let from = 0;
  for (const run of runsOf(line, markers)) {
    let { start, end } = run;
    const before = line.slice(0, start).trimEnd().length;
    const after = line.length - line.slice(end).trimStart().length;
    let space = '';
    if (before === 0 && after === line.length) return '';
    // `[NEXT: a] text`
    if (before === 0) end = after;
    // `text [NEXT: a]`
    else if (after === line.length) [start, end] = [before, after];
    // `text [NEXT: a] text`
    else if (before < start && end < after) start = before;
    // `text[NEXT: a] [NEXT: b]text`
    else if (before === start && end === after && run.holdsBlanks) space = ' ';
    kept.push(line.slice(from, start), space);
    from = end;
  }
  kept.push(line.slice(from));
  return kept.join('');
}

/** The markers that are removed: not those inside others, and no near misses. */
export function outermostMarkers(markers: readonly FoundMarker[]): FoundMarker[] {
  let free = 0;
  return markers.filter(({ start, end, nearMiss }) => {
    if (nearMiss || start < free) return false;
    free = end;
    return true;
  });
}

function runsOf(line: string, markers: readonly Range[]): Run[] {
  const runs: Run[] = [];
  let free = 0;
  for (const marker of markers) {
    const width = emphasisAround(line, marker.start, marker.end, free);
    const start = marker.start - width;
    const run = runs.at(-1);
    const between = line.slice(free, start);
    free = marker.end + width;
    if (run === undefined || between.trim() !== '') runs.push({ start, end: free, holdsBlanks: false });
    else {
      run.end = free;
      run.holdsBlanks ||= between !== '';
    }
  }
  return runs;
}
