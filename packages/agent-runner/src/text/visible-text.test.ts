import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('visible text', () => {
  it('shows each control character as a sign', () => {
    expect(visibleText('a\u001b[31m\u0007\u007f\u009b\u202eb\ufeff')).toBe('a␛[31m␇␡<U+009B><U+202E>b<U+FEFF>');
  });

  it('keeps tabs and newlines, and shows a lone carriage return', () => {
    expect(visibleText('a\tb\r\nc\nd\re')).toBe('a\tb\nc\nd␍e');
  });

  it('takes another sign where one is wanted', () => {
    expect(visibleText('a\u001bb\r\n', () => '?')).toBe('a?b\n');
  });

  it('holds nothing that a terminal obeys, however the text was cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, at) => {
        const shown = visibleText(text.slice(0, at)) + visibleText(text.slice(at));
        expect(shown).not.toMatch(/(?![\t\n])\p{Cc}|[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u);
      }),
    );
  });
});
