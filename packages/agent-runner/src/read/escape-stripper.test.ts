import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEscapeStripper, stripEscapes } from './escape-stripper.ts';

const COLOURED = 'a\u001b[1;31mb\u001b[0mc\u001b]8;;http://x\u0007d\u001b]0;t\u001b\\e\u009b2Jf\u001b7g\u001b(Bh';

describe('escape sequences', () => {
  it('are removed, and nothing else', () => {
    expect(stripEscapes(COLOURED)).toBe('abcdefgh');
    expect(stripEscapes('tab\tnew\nline ✓ [31m 😀')).toBe('tab\tnew\nline ✓ [31m 😀');
  });

  it('are found in long text, for every introducer', () => {
    const long = 'x'.repeat(1_000);
    const sequences = [
      '\u001b[1m',
      '\u009b1m',
      ...['\u0090', '\u0098', '\u009d', '\u009e', '\u009f'].map((c) => `${c}0;t\u009c`),
    ];
    for (const sequence of sequences) expect(stripEscapes(long + sequence + long)).toBe(long + long);
  });

  it('are removed wherever the text is split', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: COLOURED.length })), (cuts) => {
        const stripper = createEscapeStripper();
        const places = [0, ...cuts.sort((a, b) => a - b), COLOURED.length];
        const pieces = places.slice(1).map((end, index) => stripper.push(COLOURED.slice(places[index], end)));
        expect(pieces.join('')).toBe('abcdefgh');
      }),
    );
  });

  it('that never end do not suppress the rest of the text for ever', () => {
    const stripper = createEscapeStripper();
    stripper.push('a\u001b]0;');
    stripper.push('x'.repeat(5_000));
    expect(stripper.push('answer')).toBe('answer');
  });
});
