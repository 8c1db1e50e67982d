import type { TokenCounter } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { countTokens, isInsidePair } from './count-tokens.ts';

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  const counter: TokenCounter = { id: 'toy', exact: true, count: (piece) => pieces.push(piece) };
  countTokens(counter, text);
  return pieces;
}
const lengths = (text: string) => piecesOf(text).map((piece) => piece.length);

describe('the pieces a counter is given', () => {
  it('are one for a text of up to 2,048 characters, blanks or not', () => {
    expect(lengths(`${'a'.repeat(2_000)} ${'b'.repeat(47)}`)).toEqual([2_048]);
    expect(lengths('a'.repeat(2_049))).toEqual([2_048, 1]);
  });

  it('do not part a character that lies where one ends', () => {
    const pieces = piecesOf(`${'a'.repeat(2_047)}🙂b`);
    expect(pieces).toEqual(['a'.repeat(2_047), '🙂b']);
    expect(lengths(`${'a'.repeat(2_046)}🙂b`)).toEqual([2_048, 1]);
  });

  it('end before the last blank, unless that would make them less than half as long', () => {
    const late = `${'a'.repeat(1_500)} ${'b'.repeat(1_500)}`;
    expect(lengths(late)).toEqual([1_500, 1_501]);
    const early = `${'a'.repeat(500)} ${'b'.repeat(2_500)}`;
    expect(lengths(early)).toEqual([2_048, 953]);
  });

  it('are none for no text', () => {
    expect(piecesOf('')).toEqual([]);
  });
});

describe('a counter', () => {
  const counting = (tokens: number): TokenCounter => ({ id: 'odd', exact: false, count: () => tokens });

  it('that gives no number of tokens is a mistake, named by its id', () => {
    for (const tokens of [-1, Number.NaN]) {
      const mistake = new TypeError(`The token counter "odd" counted ${tokens} tokens`);
      expect(() => countTokens(counting(tokens), 'a')).toThrow(mistake);
    }
  });

  it('may find none in a text', () => {
    expect(countTokens(counting(0), 'a')).toBe(0);
  });
});

describe('a cut', () => {
  it('is inside a pair only between its two halves', () => {
    const text = 'a🙂🙂b';
    expect(Array.from({ length: 8 }, (_, index) => isInsidePair(text, index))).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
    // A half that lost the other one is no pair.
    expect(isInsidePair('\ud83da', 1)).toBe(false);
    expect(isInsidePair('🙂', 2)).toBe(false);
  });
});
