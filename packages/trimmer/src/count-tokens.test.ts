import type { TokenCounter } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

/** A counter that counts UTF-16 units, and keeps the pieces it was given. */
function recordingCounter() {
  const pieces: string[] = [];
  const count = (text: string) => {
    pieces.push(text);
    return text.length;
  };
  const counter: TokenCounter = { id: 'toy', exact: true, count };
  return { pieces, counter };
}

describe('countTokens', () => {
  it('gives the counter pieces of bounded length, whole characters only, that together are the text', () => {
    const unit = fc.constantFrom('a', ' ', '🙂', '\n', '漢', ' word '.repeat(300), 'x'.repeat(3_000));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        const { pieces, counter } = recordingCounter();
        expect(countTokens(counter, text)).toBe(text.length);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(2_048);
          expect(piece).not.toMatch(/\p{Surrogate}/u);
        }
      }),
    );
  });

  it('splits a text before a space if it can', () => {
    const { pieces, counter } = recordingCounter();
    countTokens(counter, 'lorem '.repeat(1_000));
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces.slice(1)) expect(piece).toMatch(/^ l/);
  });

  it('gives the counter a short text in one piece', () => {
    const { pieces, counter } = recordingCounter();
    countTokens(counter, 'a b c');
    expect(pieces).toEqual(['a b c']);
  });
});

function piecesOf(text: string): string[] {
  const { pieces, counter } = recordingCounter();
  countTokens(counter, text);
  return pieces;
}
const lengths = (text: string) => piecesOf(text).map((piece) => piece.length);

describe('the pieces that a counter is given', () => {
  it('have at most 2,048 code units', () => {
    expect(lengths(`${'a'.repeat(2_000)} ${'b'.repeat(47)}`)).toEqual([2_048]);
    expect(lengths('a'.repeat(2_049))).toEqual([2_048, 1]);
  });

  it('do not split a surrogate pair', () => {
    const pieces = piecesOf(`${'a'.repeat(2_047)}🙂b`);
    expect(pieces).toEqual(['a'.repeat(2_047), '🙂b']);
    expect(lengths(`${'a'.repeat(2_046)}🙂b`)).toEqual([2_048, 1]);
  });

  it('end before the last space, unless that would make them less than half as long', () => {
    const late = `${'a'.repeat(1_500)} ${'b'.repeat(1_500)}`;
    expect(lengths(late)).toEqual([1_500, 1_501]);
    const early = `${'a'.repeat(500)} ${'b'.repeat(2_500)}`;
    expect(lengths(early)).toEqual([2_048, 953]);
  });

  it('are none for an empty text', () => {
    expect(piecesOf('')).toEqual([]);
  });
});

describe('a token counter', () => {
  const counting = (tokens: number): TokenCounter => ({ id: 'odd', exact: false, count: () => tokens });

  it('is named in the error if it does not return a number ≥ 0', () => {
    for (const tokens of [-1, Number.NaN]) {
      const mistake = new TypeError(`The token counter "odd" counted ${tokens} tokens`);
      expect(() => countTokens(counting(tokens), 'a')).toThrow(mistake);
    }
  });

  it('may return 0', () => {
    expect(countTokens(counting(0), 'a')).toBe(0);
  });
});
