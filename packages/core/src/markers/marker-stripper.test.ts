import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWork } from './__fixtures__/count-work.ts';
import vectors from './__fixtures__/golden.json' with { type: 'json' };
import { createMarkerStripper } from './marker-stripper.ts';
import { stripAllMarkers } from './strip-all-markers.ts';

/** What is shown after each piece, and at the end. */
function shownPieces(pieces: readonly string[]): string[] {
  const stripper = createMarkerStripper();
  return [...pieces.map((piece) => stripper.push(piece)), stripper.end()];
}

describe('createMarkerStripper', () => {
  it('shows text at once, and a line with a marker at its end', () => {
    expect(shownPieces(['All fi', 'ne', '. [NE', 'XT: m', 'ax] b', '\n', 'Bye', '.'])).toEqual([
      ...['All fi', 'ne', '.', '', '', ' b', '\nBye', '.', ''],
    ]);
  });

  it('shows other brackets at once', () => {
    expect(shownPieces(['a [', '1] [x](b) [', 'see', ' c', '] 【', '漢】'])).toEqual([
      ...['a', ' [1] [x](b)', ' [see', ' c', ']', ' 【漢】', ''],
    ]);
  });

  it('holds back blanks, emphasis and line ends that a marker may take with it', () => {
    expect(shownPieces(['a', '  ', '**', '[NEXT: b]', '**', '\n\n', ' \n'])).toEqual(['a', '', '', '', '', '', '', '']);
    expect(shownPieces(['a', ' ', '**b', '** ', 'c', '\r', '\n', 'd'])).toEqual([
      'a',
      '',
      ' **b',
      '',
      '** c',
      '',
      '',
      '\r\nd',
      '',
    ]);
  });

  it('shows code in fences at once, with its markers', () => {
    expect(shownPieces(['- ```\n', '  [NEXT', ': a]\n', '\n', '```\n', '\n', '[NEXT: b]'])).toEqual([
      ...['- ```\n', '  [NEXT', ': a]\n', '\n', '```', '', '', ''],
    ]);
  });

  it('leaves out a task block', () => {
    expect(shownPieces(['a\n[TEAM', '_TASK]\nb', '\nc\n', '\n', 'd'])).toEqual(
      ['a', '', '', '', '\n\nd', '', ''].slice(0, 6),
    );
  });

  it.each(vectors.filter(({ mode }) => mode === 'strict'))(
    'gives what strict stripping gives: $name',
    ({ input, output }) => {
      expect(shownPieces([...input]).join('')).toBe(output);
    },
  );

  it('shows in any pieces what strict stripping gives, and never half a marker', () => {
    const units = [
      '[NEXT: a]',
      '【DROP：b】',
      '[TEAM_TASK]',
      '[NEXT',
      '[',
      ']',
      ':',
      '`',
      '**',
      '> ',
      '- ',
      '\n```\n',
      '\n~~~',
      '<!--',
      '-->',
    ];
    const blanks = ['\n', '\n', '\n\n', '\r\n', '\r', ' ', '  ', '\u3000', '\u2028', 'a', 'b c', '漢'];
    const pieces = fc.array(fc.array(fc.constantFrom(...units, ...blanks), { maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.boolean(), (parts, isSplit) => {
        const text = parts.flat().join('');
        const shown = shownPieces(isSplit ? text.split('') : parts.map((part) => part.join('')));
        expect(shown.join('')).toBe(stripAllMarkers(text, 'strict'));
      }),
      { numRuns: 4_000 },
    );
  });

  it.each([
    'a',
    ' ',
    '[',
    '*',
    '\n',
    '\r',
    ' \n',
    '`',
    '[N',
    '[x',
    '```\n',
    ' [TEAM_TASK]\n',
    '[NEXT: a] ',
    '\n[TEAM_TASK]',
    '**[',
  ])('reads each character a bounded number of times, in pieces of one character: %j', (unit) => {
    const text = unit.repeat(2_000);
    expect(countWork(() => shownPieces(text.split('')))).toBeLessThan(text.length * 120);
    const inLine = `x ${text} [NEXT: a]${text}`;
    expect(countWork(() => shownPieces(inLine.split('')))).toBeLessThan(inLine.length * 120);
  });
});
