import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactTokens, HELD_OUT, type Kind, SAMPLES } from './__fixtures__/samples.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { estimatedTokens } from './estimated-tokens.ts';

/** Relative error of the estimate. */
const errorOf = (text: string) => estimateTokens(text) / exactTokens(text) - 1;

const KINDS = Object.keys(SAMPLES) as Kind[];

describe.each([
  ['samples that the averages were fitted to', SAMPLES],
  ['samples that were held out', HELD_OUT],
] as const)('against o200k_base, on %s', (_, samples) => {
  it.each(KINDS)(
    'estimates %s with a mean error of at most 15 percent, and never more than 25 percent too low',
    (kind) => {
      const errors = samples[kind].map(errorOf);
      const mean = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
      expect(mean).toBeLessThanOrEqual(0.15);
      expect(Math.min(...errors)).toBeGreaterThanOrEqual(-0.25);
    },
  );
});

describe('estimateTokens', () => {
  it('is 0 for an empty text and at least 1 for any other', () => {
    expect(estimateTokens('')).toBe(0);
    const anything = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom(' ', '\n', '.', '\ud800', '\0'),
    );
    fc.assert(fc.property(anything, (text) => estimateTokens(text) >= 1));
  });

  it('is a whole number that does not shrink much when text is added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const whole = estimateTokens(one + other);
        expect(Number.isInteger(whole)).toBe(true);
        expect(whole).toBeGreaterThanOrEqual(Math.floor(estimateTokens(one) * 0.6) - 1);
      }),
    );
  });

  it('counts a line break with the symbol directly before it, and a blank before a digit as a token of its own', () => {
    const hundred = (text: string) => estimateTokens(text.repeat(100));
    expect(hundred(';\n')).toBeLessThan(110);
    expect(hundred('; \n')).toBeGreaterThan(200);
    expect(hundred('5\n')).toBeLessThan(210);
    expect(hundred('5')).toBeLessThan(hundred('5 '));
    expect(estimateTokens('\n')).toBe(1);
  });

  it('counts the last character of one code unit like its neighbours', () => {
    expect(estimateTokens('\uffff'.repeat(10))).toBe(estimateTokens('\uffef'.repeat(10)));
  });

  it.each([
    ['one letter', 'a'],
    ['capitals', 'AB'],
    ['words', 'some words '],
    ['camel case', 'aB'],
    ['encoded data', 'aB3x'],
    ['digits', '7'],
    ['blanks', ' '],
    ['lines', '  \n'],
    ['one symbol', '='],
    ['symbols', '{"}:'],
    ['Chinese', '汉字'],
    ['emoji', '🎉'],
    ['lone surrogates', '\ud83c'],
  ])('is linear in the length of a long run: %s', (_, unit) => {
    const short = readsOf(() => estimateTokens(unit.repeat(4_000)));
    const long = readsOf(() => estimateTokens(unit.repeat(8_000)));
    expect(short).toBeGreaterThan(0);
    expect(long).toBeLessThanOrEqual(short * 2.01 + 10);
  });
});

describe('estimatedTokens', () => {
  it('is the estimate as a counter that says it is not exact', () => {
    const { id, exact, count } = estimatedTokens;
    expect({ id, exact, tokens: count('Hello, world!') }).toEqual({
      id: 'estimate',
      exact: false,
      tokens: estimateTokens('Hello, world!'),
    });
  });
});

/** Counts how often `work` reads a character. */
function readsOf(work: () => void): number {
  const prototype = String.prototype;
  const { charCodeAt, codePointAt } = prototype;
  let reads = 0;
  prototype.charCodeAt = function (at) {
    reads += 1;
    return charCodeAt.call(this, at);
  };
  prototype.codePointAt = function (at) {
    reads += 1;
    return codePointAt.call(this, at);
  };
  try {
    work();
  } finally {
    Object.assign(prototype, { charCodeAt, codePointAt });
  }
  return reads;
}
