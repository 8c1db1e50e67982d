import type { TokenCounter } from '@ctx/contract';

/** The longest text a counter is given: some are quadratic on one long run of a letter. */
const MAX_PIECE = 2_048;

/**
 * Tokens of `text`, counted in pieces of bounded length. A piece ends before a blank where it can, because there hardly
 * any counter joins what is on both sides.
 * @throws TypeError when the counter returns something else than a number ≥ 0.
 */
export function countTokens(counter: TokenCounter, text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    tokens += counter.count(text.slice(start, end));
    start = end;
  }
  if (tokens >= 0) return tokens;
  throw new TypeError(`The token counter "${counter.id}" counted ${tokens} tokens`);
}

function pieceEnd(text: string, start: number): number {
  const end = start + MAX_PIECE;
  if (end >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', end);
  if (blank > start + MAX_PIECE / 2) return blank;
  return isInsidePair(text, end) ? end - 1 : end;
}

/** Whether a cut at `index` would part the two halves of a surrogate pair. */
export function isInsidePair(text: string, index: number): boolean {
  // Only a first half that has its second after it is read as more than one unit; outside the text there is nothing.
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
