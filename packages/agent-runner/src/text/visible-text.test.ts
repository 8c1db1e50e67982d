import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVisiblePieces } from './visible-pieces.ts';
import { visibleJson, visibleText } from './visible-text.ts';

const FLAG_OF_WALES = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}';
const tags = (text: string) => [...text].map((one) => String.fromCodePoint(0xe0000 + one.codePointAt(0)!)).join('');

/** Ordinary text with invisible characters. */
const ORDINARY: readonly (readonly [string, string])[] = [
  ['a family', '👩‍👩‍👧‍👦'],
  ['a skin tone and a profession', '👩🏽‍💻'],
  ['a heart on fire', '❤️‍🔥'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['the flag of Wales', `Cymru ${FLAG_OF_WALES}!`],
  ['a keycap', '1️⃣ #️⃣'],
  ['a text style', '☺︎ and ☎︎'],
  ['Persian', 'می‌خواهم'],
  ['Persian, a single letter that joins', 'ه‍ ق'],
  ['Hindi', 'क्‍ष and क्‌ष'],
  ['Sinhala', 'ශ්‍රී'],
  ['Malayalam', 'അവന്‍'],
];

/** Text in which something is hidden. */
const HIDDEN: readonly (readonly [string, string, string])[] = [
  ['tags', `Hi${tags('rm')}`, 'Hi<U+E0072><U+E006D>'],
  [
    'tags after a black flag that are not a country',
    `\u{1f3f4}${tags('rm')}\u{e007f}`,
    '\u{1f3f4}<U+E0072><U+E006D><U+E007F>',
  ],
  ['a zero-width space', 'a\u200bb', 'a<U+200B>b'],
  ['joiners between Latin letters', 'a\u200d\u200cb', 'a<U+200D><U+200C>b'],
  ['a row of joiners after a Persian letter', 'ی\u200c\u200d\u200cخ', 'ی<U+200C><U+200D><U+200C>خ'],
  ['variation selectors as bytes', '😀\u{e0100}\u{e01ef}', '😀<U+E0100><U+E01EF>'],
  ['styles in a row', '☺\ufe0f\ufe0f', '☺\ufe0f<U+FE0F>'],
  ['a style after a letter', 'a\ufe0fb', 'a<U+FE0F>b'],
  ['a word joiner and invisible operators', 'a\u2060\u2062b', 'a<U+2060><U+2062>b'],
  ['a soft hyphen', 'pass\u00adword', 'pass<U+00AD>word'],
  ['a Hangul filler', 'a\u3164b', 'a<U+3164>b'],
  ['directions', 'a\u202e\u2066\u061cb', 'a<U+202E><U+2066><U+061C>b'],
  ['annotations', 'a\ufff9b\ufffa', 'a<U+FFF9>b<U+FFFA>'],
  ['a byte order mark', '\ufeffa', '<U+FEFF>a'],
];

describe('visible text', () => {
  it('shows each control character as a symbol', () => {
    expect(visibleText('a\u001b[31m\u0007\u007f\u009b\u202eb\ufeff')).toBe('a␛[31m␇␡<U+009B><U+202E>b<U+FEFF>');
  });

  it('keeps tabs and newlines, and shows a lone carriage return', () => {
    expect(visibleText('a\tb\r\nc\nd\re')).toBe('a\tb\nc\nd␍e');
  });

  it("uses the caller's replacement if given", () => {
    expect(visibleText('a\u001bb\r\n', () => '?')).toBe('a?b\n');
  });

  it.each(ORDINARY)('keeps ordinary text: %s', (_what, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it.each(HIDDEN)('shows hidden characters: %s', (_what, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('contains no control characters, wherever the text was cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, at) => {
        const shown = visibleText(text.slice(0, at)) + visibleText(text.slice(at));
        expect(shown).not.toMatch(/(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u);
      }),
    );
  });

  it('takes linear time, with any number of hidden characters', () => {
    const counted = (length: number) => visibleText(`😀${'\u200d'.repeat(length)}`, () => '.').length;
    expect(counted(200_000)).toBe(200_002);
  });
});

describe('visible text that comes in pieces', () => {
  const unit = fc.constantFrom(
    'a',
    '\r',
    '\n',
    '👩',
    '❤',
    '\ufe0f',
    '\u200d',
    '\u200c',
    'ی',
    FLAG_OF_WALES,
    '\u{1f3f4}',
    '\u{e0067}',
    '1',
    '\u20e3',
    '\u001b',
    '\ud83d',
  );

  it('is the same as for the whole text, wherever it is split', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), fc.array(fc.nat(30), { maxLength: 6 }), (text, places) => {
        const cuts = [0, ...places.filter((place) => place <= text.length).toSorted((a, b) => a - b), text.length];
        const pieces = createVisiblePieces();
        const shown = cuts.slice(1).map((cut, index) => pieces.add(text.slice(cuts[index], cut)));
        expect(shown.join('') + pieces.end()).toBe(visibleText(text));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a flag made of tag characters, wherever it is split', () => {
    for (let cut = 0; cut <= FLAG_OF_WALES.length; cut++) {
      const pieces = createVisiblePieces();
      const shown = pieces.add(FLAG_OF_WALES.slice(0, cut)) + pieces.add(FLAG_OF_WALES.slice(cut)) + pieces.end();
      expect(shown).toBe(FLAG_OF_WALES);
    }
  });

  it('is held back only as far as it may still change', () => {
    const pieces = createVisiblePieces();
    expect(pieces.add('می')).toBe('می');
    expect(pieces.add('\u200c')).toBe('');
    expect(pieces.add('خواهم')).toBe('\u200cخواهم');
    expect(pieces.add('ok\u200d')).toBe('ok');
    expect(pieces.end()).toBe('<U+200D>');
  });
});

describe('visible JSON', () => {
  it('has the same value, with invisible characters as escapes', () => {
    const value = { text: `a${tags('x')}\u202e\u200b👩‍💻` };
    const json = visibleJson(JSON.stringify(value));
    expect(json).toBe('{"text":"a\\udb40\\udc78\\u202e\\u200b👩‍💻"}');
    expect(JSON.parse(json)).toEqual(value);
  });
});
