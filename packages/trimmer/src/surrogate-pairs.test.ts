import { expect, it } from 'vitest';
import { firstCharacter, isInsidePair } from './surrogate-pairs.ts';

it('a cut is inside a pair only between its two halves', () => {
  const cutsInside = (text: string) => Array.from({ length: 8 }, (_, index) => isInsidePair(text, index));
  expect(cutsInside('a🙂🙂b')).toEqual([false, false, true, false, true, false, false, false]);
  // A lone surrogate is not a pair.
  expect(isInsidePair('\ud83da', 1)).toBe(false);
  expect(isInsidePair('🙂', 2)).toBe(false);
});

it('the first character of a text may be a surrogate pair', () => {
  expect(firstCharacter('🙂a')).toBe('🙂');
  expect(firstCharacter('ab')).toBe('a');
});
