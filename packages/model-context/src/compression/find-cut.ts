import { type Content, roleOf } from '../content.ts';
import { holdsFunctionResponse, isNonBlank, isValidContent } from '../content-validity.ts';
import { matchToolResults } from '../requests/match-tool-results.ts';

/** Where a conversation may be cut in two. Each number is the index of the first content after the cut, ascending. */
export interface CutPoints {
  /** Cuts before a user's text. */
  readonly beforeUserText: readonly number[];
  /** The same cuts, and those after a tool's result, which are inside a tool loop. */
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

/** For each index, the number of calls before it whose result comes at that index or later. */
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
  // An unanswered call after the last user content may still get its result; one before it never will.
  const newest = contents.findLastIndex((content) => roleOf(content) === 'user') + 1;
  contents.slice(newest).forEach((content, index) => {
    const isWaiting = content.parts?.some((part) => part.functionCall && !answered.has(part)) ?? false;
    if (isWaiting) change(newest + index + 1, 1);
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
 * The newest cut point with at least `keepTokens` after it, else the oldest point; `undefined` if there are no points.
 * A binary search, because each call of `tokensFrom` may be a request to a service.
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
