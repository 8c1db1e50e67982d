import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeJson, safeLine, safeText } from './safe-text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about control characters
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const anyText = fc.string({ unit: 'binary' });

describe('safe text', () => {
  it('makes escape sequences visible instead of sending them to the terminal', () => {
    expect(safeText('\u001b[31mred\u001b[0m\u0007 \u009b2J \u202Eabc\u007f')).toBe(
      '␛[31mred␛[0m␇ <U+009B>2J <U+202E>abc␡',
    );
  });

  it('keeps line breaks, tabs, emoji and other scripts', () => {
    const text = 'a\tb\nc 👩‍👩‍👧‍👦 中文 é';
    expect(safeText(text)).toBe(text);
  });

  it('turns CR LF into one line break, and makes a lone CR visible', () => {
    expect(safeText('a\r\nb\rc')).toBe('a\nb␍c');
  });

  it('never contains a control character', () => {
    fc.assert(fc.property(anyText, (text) => !OBEYED.test(safeText(text))));
    fc.assert(fc.property(anyText, (text) => !/[\n\t]/.test(safeLine(text)) && !OBEYED.test(safeLine(text))));
  });
});

describe('safe JSON', () => {
  it('contains no control character, and parses to the same value', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = safeJson({ text });
        return !OBEYED.test(json) && !json.includes('\n') && JSON.parse(json).text === text;
      }),
    );
  });

  it('writes errors as data', () => {
    const error = Object.assign(new Error('no'), { code: 'CTX_STORE_FAILED' });
    expect(JSON.parse(safeJson({ error }))).toEqual({
      error: { name: 'Error', code: 'CTX_STORE_FAILED', message: 'no' },
    });
  });
});
