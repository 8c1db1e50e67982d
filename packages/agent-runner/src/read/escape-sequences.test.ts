import { describe, expect, it } from 'vitest';
import { createEscapeStripper, stripEscapes } from './escape-stripper.ts';

const ENDS = ['\x07', '\x1b\\', '\x9c'];
const OPENINGS = ['\x1b]', '\x1bP', '\x1bX', '\x1b^', '\x1b_', '\x90', '\x98', '\x9d', '\x9e', '\x9f'];
const SHORT = ['\x1b7', '\x1b(B', '\x1b(P', '\x1b$(X', '\x1b #8', '\x1b\\', '\x1bZ', '\x1b~', '\x1b`'];
const SEQUENCES = [
  ...['\x1b[', '\x9b'].flatMap((csi) =>
    ['m', '0m', '1;31m', '?25l', '0 q', '!p', '12 !p', '@', '~'].map((rest) => csi + rest),
  ),
  ...OPENINGS.flatMap((opening) => ENDS.flatMap((end) => [opening + end, `${opening}0;a title${end}`])),
  ...SHORT,
];

const shown = (text: string) =>
  JSON.stringify(text).replaceAll(/[\x7f-\x9f]/g, (c) => `\\x${c.charCodeAt(0).toString(16)}`);

describe.each(SEQUENCES.map((sequence) => [shown(sequence), sequence] as const))('the sequence %s', (_, sequence) => {
  it('is removed from a text wherever it occurs', () => {
    expect(stripEscapes(`a${sequence}b${sequence}c`)).toBe('abc');
  });

  it('is removed wherever the text is split', () => {
    for (let cut = 1; cut < sequence.length; cut++) {
      const stripper = createEscapeStripper();
      const before = stripper.push(`a${sequence.slice(0, cut)}`);
      const after = stripper.push(`${sequence.slice(cut)}b`);
      expect([before, after], `cut at ${cut}`).toEqual(['a', 'b']);
    }
  });

  it('is not shown when the text ends inside it', () => {
    for (let cut = 1; cut < sequence.length; cut++) expect(stripEscapes(`a${sequence.slice(0, cut)}`)).toBe('a');
  });
});

describe('an invalid sequence', () => {
  it.each([
    ['a control character in the middle', 'a\x1b[1\x01mb'],
    ['parameters in the wrong order', 'a\x1b[ 1mb'],
    ['an escape before a character that is not a command', 'a\x1b\u00e9b'],
  ])('stays in the text: %s', (_, text) => {
    expect(stripEscapes(text)).toBe(text);
  });

  it('is held back up to 4,096 characters, and shown if it is longer', () => {
    const held = createEscapeStripper();
    expect(held.push(`\x1b]${'x'.repeat(4_094)}`)).toBe('');
    expect(held.push('\x07b')).toBe('b');
    const given = createEscapeStripper();
    expect(given.push(`\x1b]${'x'.repeat(4_095)}`)).toBe(`\x1b]${'x'.repeat(4_095)}`);
    expect(given.push('b')).toBe('b');
  });
});
