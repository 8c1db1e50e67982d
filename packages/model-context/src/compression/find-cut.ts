import { type Content, roleOf } from '../content.ts';
import { holdsFunctionResponse, isNonBlank, isValidContent } from '../content-validity.ts';
import { matchToolResults } from '../requests/match-tool-results.ts';

/** Where a conversation may be cut in two: an index is that of the first content after the cut. */
export interface CutPoints {
  /** Before a user's text. */
  readonly beforeUserText: readonly number[];
  /** The same, and after a tool's result: inside a tool loop. All in ascending order. */
  readonly all: readonly number[];
}

/**
 * Where a conversation may be cut: never between a call and its result, never with nothing valid before the cut, and
 * never after a call that still waits for its result.
 */
export function cutPoints(contents: readonly Content[]): CutPoints {
  const open = openCalls(contents);
  const beforeUserText: number[] = [];
  const all: number[] = [];
  let hasValid = false;
  contents.forEach((content, at) => {
    if (hasValid && open[at] === 0) {
      const previous = contents[at - 1];
      if (isUserText(content)) beforeUserText.push(at);
      if (isUserText(content) || (previous !== undefined && holdsFunctionResponse(previous))) all.push(at);
    }
    hasValid ||= isValidContent(content);
  });
  return { beforeUserText, all };
}

/** How many calls stand before each index whose results stand at it or after it. */
function openCalls(contents: readonly Content[]): readonly number[] {
  const changes = contents.map(() => 0);
  const change = (at: number, by: number) => {
    if (at < changes.length) changes[at]! += by;
  };
  const answered = new Set<unknown>();
  for (const { callPart, callAt, resultAt } of matchToolResults(contents)) {
    answered.add(callPart);
    change(callAt + 1, 1);
    change(resultAt + 1, -1);
  }
  // A call of the newest answer may still get its result; one from before a user content never will.
  const newest = contents.findLastIndex((content) => roleOf(content) === 'user') + 1;
  contents.slice(newest).forEach((content, index) => {
    const waits = content.parts?.some((part) => part.functionCall && !answered.has(part)) ?? false;
    if (waits) change(newest + index + 1, 1);
  });
  let open = 0;
  return changes.map((by) => {
    open += by;
    return open;
  });
}

function isUserText(content: Content): boolean {
  if (roleOf(content) !== 'user' || holdsFunctionResponse(content)) return false;
  return content.parts?.some((part) => part.thought !== true && isNonBlank(part.text)) ?? false;
}

/**
 * The newest cut point that leaves at least `keepTokens` after it, else the oldest there is; `undefined` without any.
 * Asks `tokensFrom` about log₂ of the points, because a counter may be a request to a service.
 */
export async function findCut(
  points: readonly number[],
  keepTokens: number,
  tokensFrom: (at: number) => number | Promise<number>,
): Promise<number | undefined> {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((await tokensFrom(points[middle]!)) >= keepTokens) low = middle;
    else high = middle - 1;
  }
  return points[low];
}
