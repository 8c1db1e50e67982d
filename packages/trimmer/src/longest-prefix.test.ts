import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestPrefix } from './longest-prefix.ts';

/** Accepts texts of up to `max` code units, and counts the attempts and the characters. */
function counting(max: number) {
  const work = { attempts: 0, characters: 0 };
  const fits = (written: string) => {
    work.attempts++;
    work.characters += written.length;
    return written.length <= max;
  };
  return { work, fits };
}
const verbatim = (text: string) => text;

describe('longestPrefix', () => {
  it('finds the longest beginning that fits for any guess, and never splits a character', () => {
    const unit = fc.constantFrom('a', '🙂', '漢');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), fc.nat(14), fc.nat(40), (text, max, guess) => {
        const fits = (written: string) => written.replaceAll('a', '&a;').length <= max;
        const beginnings = [...text].map((_, index) => [...text].slice(0, index + 1).join(''));
        const [first] = beginnings;
        const longest = beginnings.findLast(fits) ?? first!;
        const found = longestPrefix(text, guess, verbatim, (written) => written === first || fits(written));
        expect(found).toEqual({ length: longest.length, written: longest });
      }),
    );
  });

  it('returns the written text with the length of the original', () => {
    const found = longestPrefix(
      '<<<<',
      4,
      (text) => text.replaceAll('<', '&lt;'),
      (written) => written.length <= 9,
    );
    expect(found).toEqual({ length: 2, written: '&lt;&lt;' });
  });

  it('needs one attempt if the guess is right', () => {
    const { work, fits } = counting(10_000);
    expect(longestPrefix('a'.repeat(10_000), 10_000, verbatim, fits).length).toBe(10_000);
    expect(work.attempts).toBe(1);
  });

  it('reads little of a text that is far too long, even if the guess is too small', () => {
    const { work, fits } = counting(1_000);
    expect(longestPrefix('a'.repeat(10_000_000), 100, verbatim, fits).length).toBe(1_000);
    expect(work.characters).toBeLessThan(20_000);
  });
});
