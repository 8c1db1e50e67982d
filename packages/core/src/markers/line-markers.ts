import { codeSpanEnds } from './code-spans.ts';

/** Where a marker that counts in strict mode begins and ends in its line, with the emphasis around it. */
export interface LineMarker {
  readonly start: number;
  readonly end: number;
}

const OPENING = /\[(?:FROM|TEAM_TASK|NEXT|DROP)[:：]/i;
// FROM needs a name, the others may be empty.
const TOKEN = /`+|\]|\[(?:FROM(?!.\])|TEAM_TASK|NEXT|DROP)[:：]/gi;

/** The markers of a line: from an opening to the first `]`, neither of them in a code span. */
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
      // A span that lies wholly inside a marker is part of it; one that holds its `]` wins.
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

/** Widens a marker by the emphasis that holds nothing else, up to three `*` or `_` on each side; `free` is not taken yet. */
function withEmphasis(line: string, free: number, start: number, end: number): LineMarker {
  let width = 0;
  while (width < 3 && start - width > free) {
    const char = line.charAt(start - width - 1);
    if ((char !== '*' && char !== '_') || char !== line.charAt(end + width)) break;
    width++;
  }
  return { start: start - width, end: end + width };
}
