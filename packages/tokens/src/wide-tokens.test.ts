import { describe, expect, it } from 'vitest';
import { type Script, weighWide } from './wide-tokens.ts';

const weigh = (character: string, before?: Script) => weighWide(character.codePointAt(0) ?? 0, before);

describe('a character outside ASCII', () => {
  it.each([
    ['han', '㐀漢豈𠀀'],
    ['hiragana', 'の'],
    ['katakana', 'カ'],
    [undefined, 'éЖ§…→①─☀。㈱⺀ꀀ한！𝄞🅰🔥🕊🚀🛀🤖🦀✅'],
  ] as const)('has the script %s: %s', (script, characters) => {
    for (const character of characters) expect(weigh(character)).toMatchObject({ script });
  });

  it('has fewer tokens if it is a common Chinese one', () => {
    for (const common of '的行力等入克程错') expect(weigh(common).tokens).toBeLessThan(1);
    for (const rare of '龘鬱矇') expect(weigh(rare).tokens).toBeGreaterThan(1);
  });

  it('has more tokens where Japanese text changes its script', () => {
    for (const character of '㐀漢豈𠀀') {
      expect(weigh(character, 'hiragana').tokens).toBeCloseTo(weigh(character).tokens + 0.3);
      expect(weigh(character, 'han')).toEqual(weigh(character));
    }
    expect(weigh('。', 'hiragana')).toEqual(weigh('。'));
  });
});
