import type { TokenCounter } from '@ctx/contract';
import type { RenderedBlock } from './layout-reference.ts';

/**
 * Tokens of a prompt and its system flag: the sum over all pieces (headings, messages, other bodies and footers), each
 * with the line ends after it.
 */
export function tokensOfPieces(rendered: readonly RenderedBlock[], counter: TokenCounter): number {
  const inPrompt = rendered.filter(({ isSystem }) => !isSystem);
  return rendered.reduce((sum, { isSystem, pieces }) => {
    const isLast = isSystem || inPrompt.at(-1)?.pieces === pieces;
    const ends = pieces.map((_, at) => (at < pieces.length - 1 ? '\n' : isLast ? '' : '\n\n'));
    return sum + pieces.reduce((tokens, piece, at) => tokens + counter.count(piece + ends[at]), 0);
  }, 0);
}
