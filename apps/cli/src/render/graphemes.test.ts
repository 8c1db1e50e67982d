import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphemesOf } from './graphemes.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

describe('graphemes', () => {
  it('are the same as in the whole text, however long it is', () => {
    const parts = fc.array(
      fc.constantFrom('a', '中', '👩‍👩‍👧‍👦', '👍🏽', 'e\u0301', '한', '🇨🇭', '\r\n', 'x'.repeat(100)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(parts, (texts) => {
        // Flags are paired from the start of a run, so a run of flags must not be longer than a piece.
        const text = texts.join('');
        expect([...graphemesOf(text)]).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
      }),
    );
  });

  it.each(['👩‍👩‍👧‍👦', '👍🏽', 'e\u0301', '🇨🇭', '\r\n', '한'])('are whole wherever a piece ends: %j', (grapheme) => {
    for (let before = 240; before < 520; before += 1) {
      expect([...graphemesOf(`${'x'.repeat(before)}${grapheme}a`)].slice(before)).toEqual([grapheme, 'a']);
    }
  });

  it('do not lose a character that is longer than a piece', () => {
    const long = `e${'\u0301'.repeat(1_000)}x`;
    expect([...graphemesOf(long)].join('')).toBe(long);
  });
});
