import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine } from './one-line.ts';

describe('text as one line', () => {
  it('has single blanks for line breaks, control and invisible characters', () => {
    expect(oneLine(' one\r\n\ttwo\u0000\u202e  three\u2028')).toBe('one two three');
  });

  it('is cut between characters and ends in …', () => {
    expect(oneLine('ab😀cd', 3)).toBe('ab😀…');
    expect(oneLine('😀😀😀', 3)).toBe('😀😀😀');
    expect(oneLine('😀'.repeat(400), 300)).toBe(`${'😀'.repeat(300)}…`);
  });

  it('is never longer than the limit, has no line break, and does not change the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, maxCharacters) => {
        const line = oneLine(text, maxCharacters);
        expect([...line].length).toBeLessThanOrEqual(maxCharacters + 1);
        expect(line).not.toMatch(/[\p{Cc}\r\n\u2028\u2029]/u);
        expect(oneLine(oneLine(text))).toBe(oneLine(text));
      }),
    );
  });
});
