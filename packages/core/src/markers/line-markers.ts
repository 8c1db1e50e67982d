import { codeSpanEnds } from './code-spans.ts';

/** The types of marker. `[TEAM_TASK: …]` and the block are one type. */
export type MarkerType = 'from' | 'team-task' | 'next' | 'drop';

/** A marker that counts in strict mode. */
export interface LineMarker {
  readonly type: MarkerType;
  readonly value: string;
  /** Where its `[` stands in the line. */
  readonly bracket: number;
  /** Where it begins and ends in the line, with the emphasis around it. */
  readonly start: number;
  readonly end: number;
}

const OPENING = /\[(?:FROM|TEAM_TASK|NEXT|DROP)[:：]/i;
// FROM needs a name, the others may be empty.
const TOKEN = /`+|\]|\[(FROM(?!.\])|TEAM_TASK|NEXT|DROP)[:：]/gi;

/** The markers of a line: from an opening to the first `]`, neither of them in a code span. */
export function lineMarkers(line: string): LineMarker[] {
  const markers: LineMarker[] = [];
  if (!OPENING.test(line)) return markers;
  const spanEnds = codeSpanEnds(line);
  let opening: { type: MarkerType; bracket: number; valueStart: number } | undefined;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(line); token !== null; token = TOKEN.exec(line)) {
    const { 0: found, 1: type, index } = token;
    const spanEnd = spanEnds.get(index);
    if (type !== undefined) {
      opening ??= {
        type: type.toLowerCase().replace('_', '-') as MarkerType,
        bracket: index,
        valueStart: TOKEN.lastIndex,
      };
    } else if (spanEnd !== undefined) {
      // A span that lies wholly inside a marker is part of it; one that holds its `]` wins.
      if (line.slice(index, spanEnd).includes(']')) opening = undefined;
      TOKEN.lastIndex = spanEnd;
    } else if (found === ']' && opening !== undefined) {
      const { type, bracket, valueStart } = opening;
      const place = withEmphasis(line, markers.at(-1)?.end ?? 0, bracket, TOKEN.lastIndex);
      markers.push({ type, bracket, value: line.slice(valueStart, index), ...place });
      opening = undefined;
    }
  }
  return markers;
}

/** Widens a marker by the emphasis that holds nothing else, up to three `*` or `_` on each side; `free` is not taken yet. */
function withEmphasis(line: string, free: number, start: number, end: number): { start: number; end: number } {
  let width = 0;
  while (width < 3 && start - width > free) {
    const char = line.charAt(start - width - 1);
    if ((char !== '*' && char !== '_') || char !== line.charAt(end + width)) break;
    width++;
  }
  return { start: start - width, end: end + width };
}
