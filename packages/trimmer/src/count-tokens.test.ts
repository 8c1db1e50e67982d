import type { TokenCounter } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

const recording = () => {
  const pieces: string[] = [];
  const counter: TokenCounter = { id: 'toy', exact: true, count: (text) => pieces.push(text) && text.length };
  return { pieces, counter };
};

describe('countTokens', () => {
  it('gives a counter pieces of bounded length, whole characters only, that together are the text', () => {
    const unit = fc.constantFrom('a', ' ', '🙂', '\n', '漢', ' word '.repeat(300), 'x'.repeat(3_000));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        const { pieces, counter } = recording();
        expect(countTokens(counter, text)).toBe(text.length);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(2_048);
          expect(piece).not.toMatch(/\p{Surrogate}/u);
        }
      }),
    );
  });

  it('parts a text before a blank where it can', () => {
    const { pieces, counter } = recording();
    countTokens(counter, 'lorem '.repeat(1_000));
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces.slice(1)) expect(piece).toMatch(/^ l/);
  });

  it('gives a short text as it is', () => {
    const { pieces, counter } = recording();
    countTokens(counter, 'a b c');
    expect(pieces).toEqual(['a b c']);
  });
});
