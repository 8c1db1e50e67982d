/** The kinds of marker. A task block is a `TEAM_TASK` too. */
export type MarkerKind = 'FROM' | 'TEAM_TASK' | 'NEXT' | 'DROP';

/** A marker that counts in strict mode. */
export interface LineMarker {
  readonly kind: MarkerKind;
  readonly value: string;
  /** Where it stands in its line. */
  readonly start: number;
  readonly end: number;
}

// Backticks, or a marker. FROM needs a name, the others may be empty.
const TOKEN = /`+|\[(FROM(?!:\])|TEAM_TASK|NEXT|DROP):([^\]]*)\]/gi;

/** The markers of a line. Backticks inside a marker are part of it and open no code; a `[` inside code opens no marker. */
export function lineMarkers(line: string): LineMarker[] {
  const markers: LineMarker[] = [];
  // Behind the last `]` nothing is closed, and each opening would be searched to the end.
  const closed = line.slice(0, line.lastIndexOf(']') + 1);
  let spanEnds: Map<number, number> | undefined;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(closed); match !== null; match = TOKEN.exec(closed)) {
    const [, kind, value = ''] = match;
    if (kind === undefined) {
      spanEnds ??= codeSpanEnds(line);
      TOKEN.lastIndex = spanEnds.get(match.index) ?? TOKEN.lastIndex;
    } else markers.push({ kind: kind.toUpperCase() as MarkerKind, value, start: match.index, end: TOKEN.lastIndex });
  }
  return markers;
}

/** Where each code span ends, by its start: at the next run of as many backticks. A run without one is plain text. */
function codeSpanEnds(line: string): Map<number, number> {
  const ends = new Map<number, number>();
  const latest = new Map<number, number>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const start = latest.get(run.length);
    if (start !== undefined) ends.set(start, index + run.length);
    latest.set(run.length, index);
  }
  return ends;
}
