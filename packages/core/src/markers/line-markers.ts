import { codeSpanEnds } from './code-spans.ts';

/** The place of a strict-mode marker in its line, including emphasis around it. */
export interface LineMarker {
  readonly start: number;
  readonly end: number;
}

const OPENING = /\[(?:FROM|TEAM_TASK|NEXT|DROP)[:：]/i;
// FROM needs a name, so `]` must not follow its colon. The others may be empty.
const TOKEN = /`+|\]|\[(?:FROM(?!.\])|TEAM_TASK|NEXT|DROP)[:：]/gi;

/** The markers of a line. A marker runs from its opening to the first `]`, neither of them in a code span. */
export function lineMarkers(line: string): LineMarker[] {
  const markers: LineMarker[] = [];
  if (!OPENING.test(line)) return markers;
  const spanEnds = codeSpanEnds(line);
  let bracket: number | undefined;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(line); token !== null; token = TOKEN.exec(line)) {
    const { 0: found, index } = token;
    const spanEnd = spanEnds.get(index);
    if (spanEnd !== undefined) {
      // A code span inside a marker is part of the marker. A span that contains the `]` ends it: then there is no
      // marker.
      if (line.slice(index, spanEnd).includes(']')) bracket = undefined;
      TOKEN.lastIndex = spanEnd;
    } else if (found.startsWith('[')) {
      bracket ??= index;
    } else if (found === ']' && bracket !== undefined) {
      markers.push(withEmphasis(line, markers.at(-1)?.end ?? 0, bracket, TOKEN.lastIndex));
      bracket = undefined;
    }
  }
  return markers;
}

/** Widens a marker by emphasis around it alone: up to three `*` or `_` on each side, but none before `free`. */
function withEmphasis(line: string, free: number, start: number, end: number): LineMarker {
  let width = 0;
  while (width < 3 && start - width > free) {
    const char = line.charAt(start - width - 1);
    if ((char !== '*' && char !== '_') || char !== line.charAt(end + width)) break;
    width++;
  }
  return { start: start - width, end: end + width };
}
