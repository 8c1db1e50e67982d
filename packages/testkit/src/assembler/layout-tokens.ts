import type { TokenCounter } from '@ctx/contract';
import type { RenderedBlock } from './layout-reference.ts';

/**
 * Tokens of a prompt and its system flag: the sum over all pieces (headings, messages, other bodies and footers), each
 * with the line ends after it.
 */
export function tokensOfPieces(rendered: readonly RenderedBlock[], counter: TokenCounter): number {
  const lastInPrompt = rendered.findLast(({ isSystem }) => !isSystem);
  let tokens = 0;
  for (const block of rendered) {
    const blockEnd = block.isSystem || block === lastInPrompt ? '' : '\n\n';
    for (const [at, piece] of block.pieces.entries()) {
      const isLastPiece = at === block.pieces.length - 1;
      tokens += counter.count(piece + (isLastPiece ? blockEnd : '\n'));
    }
  }
  return tokens;
}
