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
 * never after a call that still waits for its result, because such a call comes after the last user content.
 */
export function cutPoints(contents: readonly Content[]): CutPoints {
  const lastResult = lastResults(contents);
  const beforeUserText: number[] = [];
  const all: number[] = [];
  let hasValid = false;
  // Up to here there are results of calls that came before.
  let openUntil = 0;
  contents.forEach((content, at) => {
    if (hasValid && at > openUntil) {
      if (isUserText(content)) beforeUserText.push(at);
      if (isUserText(content) || isToolResult(contents[at - 1]!)) all.push(at);
    }
    hasValid ||= isValidContent(content);
    openUntil = Math.max(openUntil, lastResult[at]!);
  });
  return { beforeUserText, all };
}

/** For each content, the index of the last result of its calls; 0 if it has none. */
function lastResults(contents: readonly Content[]): readonly number[] {
  const lastResult = contents.map(() => 0);
  for (const { callAt, resultAt } of matchToolResults(contents)) {
    lastResult[callAt] = Math.max(lastResult[callAt]!, resultAt);
  }
  return lastResult;
}

function isToolResult(content: Content): boolean {
  return roleOf(content) === 'user' && holdsFunctionResponse(content);
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
