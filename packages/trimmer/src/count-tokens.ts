import type { TokenCounter } from '@ctx/contract';
import { isInsidePair } from './surrogate-pairs.ts';

/** Longest text, in code units, that a counter is given. Some counters are quadratic on a long run of one letter. */
const MAX_PIECE = 2_048;

/**
 * Tokens of `text`, counted in pieces of bounded length. A piece ends before a space if it can: hardly any tokenizer
 * joins a word and the space after it, so the sum stays right.
 * @throws TypeError if the counter returns anything but a number ≥ 0.
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
  const space = text.lastIndexOf(' ', end);
  if (space > start + MAX_PIECE / 2) return space;
  return isInsidePair(text, end) ? end - 1 : end;
}
