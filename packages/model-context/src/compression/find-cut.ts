import { type Content, roleOf } from '../content.ts';
import { holdsFunctionResponse, isNonBlank } from '../content-validity.ts';
import { matchToolResults } from '../requests/match-tool-results.ts';

/** Where a conversation may be cut: before a user's text, and never between a call and its result. */
export function cutPoints(contents: readonly Content[]): number[] {
  const splits = new Int32Array(contents.length + 2);
  for (const { callAt, resultAt } of matchToolResults(contents)) {
    splits[callAt + 1]! += 1;
    splits[resultAt + 1]! -= 1;
  }
  const points: number[] = [];
  let splitCalls = 0;
  contents.forEach((content, at) => {
    splitCalls += splits[at]!;
    if (at > 0 && splitCalls === 0 && isUserText(content)) points.push(at);
  });
  return points;
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
