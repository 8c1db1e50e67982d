import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizeName } from './normalize-name.ts';

it.each([
  ['letter case', 'Max', 'mAX'],
  ['blanks, - and _', 'Ann-Lee_B', ' ann\u3000lee b\t'],
  ['every dash', 'ann-lee', 'ann‐‑–—−－lee'],
  ['full width', 'max1', 'ＭＡＸ１'],
  ['ligatures', 'fiona', 'ﬁona'],
  ['composed letters', 'zoe\u0308', 'zoë'],
  ['invisible characters', 'max', 'm\u200ba\u00ad\ufe0fx\u2060'],
  ['direction marks', 'max', '\u202emax\u200f'],
])('ignores %s', (_what, one, other) => {
  expect(normalizeName(other)).toBe(normalizeName(one));
});

it('changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(normalizeName(normalizeName(name))).toBe(normalizeName(name));
    }),
  );
});
