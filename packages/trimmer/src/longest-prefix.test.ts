import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstCharacter, longestPrefix } from './longest-prefix.ts';

/** Writes a text as it is, and counts how often and how much. */
function counting(max: number) {
  const work = { attempts: 0, characters: 0 };
  const fits = (written: string) => {
    work.attempts++;
    work.characters += written.length;
    return written.length <= max;
  };
  return { work, fits };
}
const asItIs = (text: string) => text;

describe('the longest beginning that fits', () => {
  it('is found wherever the search begins, and never ends inside a character', () => {
    const unit = fc.constantFrom('a', '🙂', '漢');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), fc.nat(14), fc.nat(40), (text, max, guess) => {
        const fits = (written: string) => written.replaceAll('a', '&a;').length <= max;
        const beginnings = [...text].map((_, index) => [...text].slice(0, index + 1).join(''));
        const longest = beginnings.findLast(fits);
        const found = longestPrefix(text, guess, asItIs, fits);
        expect(found?.written).toBe(longest);
        if (longest !== undefined) expect(found).toEqual({ length: longest.length, written: longest });
      }),
    );
  });

  it('is given as it is written, with the length it had before', () => {
    const found = longestPrefix(
      '<<<<',
      4,
      (text) => text.replaceAll('<', '&lt;'),
      (written) => written.length <= 9,
    );
    expect(found).toEqual({ length: 2, written: '&lt;&lt;' });
  });

  it('is asked for once when not even one character fits', () => {
    const { work, fits } = counting(0);
    expect(longestPrefix('a'.repeat(1_000), 500, asItIs, fits)).toBeUndefined();
    expect(work.attempts).toBe(1);
  });

  it('takes few attempts when the guess is good', () => {
    const { work, fits } = counting(10_000);
    expect(longestPrefix('a'.repeat(10_000), 10_000, asItIs, fits)?.length).toBe(10_000);
    expect(work.attempts).toBe(2);
  });

  it('reads little of a text that is far too long, also when the guess was too small', () => {
    const { work, fits } = counting(1_000);
    expect(longestPrefix('a'.repeat(10_000_000), 100, asItIs, fits)?.length).toBe(1_000);
    expect(work.characters).toBeLessThan(20_000);
  });
});

it('The first character of a text may be a pair', () => {
  expect(firstCharacter('🙂a')).toBe('🙂');
  expect(firstCharacter('ab')).toBe('a');
});
