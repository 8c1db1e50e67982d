import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkers } from './parse-markers.ts';
import { stripAllMarkers } from './strip-all-markers.ts';

const pieces = fc.constantFrom(
  ...[
    '[FROM:',
    '[NEXT:',
    '[next:',
    '[DROP:',
    '[TEAM_TASK:',
    '[TEAM_TASK]',
    '[',
    ']',
    'a',
    'bob',
    ',',
    '!P1',
    ' ',
    '  ',
  ],
  ...[
    '\t',
    '\n',
    '\r\n',
    '\n\n',
    '`',
    '``',
    '\n```\n',
    '\n~~~\n',
    '\n````\n',
    '> ',
    '\n> ',
    '漢',
    '🙂',
    '\ud83d',
    'FROM:',
  ],
);
const anyText = fc.string({ unit: pieces, maxLength: 40 });
const fencelessText = anyText.filter((text) => !text.includes('```') && !text.includes('~~~'));

/** Lenient mode as five regular expressions: too slow for hostile text, but plainly right. */
function lenientByRegExp(text: string): string {
  return text
    .replace(/\[FROM:[^\]]+\]/gi, '')
    .replace(/\[TEAM_TASK:[^\]]*\]/gi, '')
    .replace(/\[TEAM_TASK\][^[]*/gi, '')
    .replace(/\[NEXT:[^\]]*\]/gi, '')
    .replace(/\[DROP:[^\]]*\]/gi, '')
    .split('\n')
    .map((line) => line.replace(/\s{2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function isSubsequence(part: string, whole: string): boolean {
  let index = -1;
  for (const unit of part) {
    index = whole.indexOf(unit, index + 1);
    if (index === -1) return false;
  }
  return true;
}

describe('lenient stripping', () => {
  it('does what the five passes say, for any text without fences', () => {
    fc.assert(
      fc.property(fencelessText, (text) => {
        expect(stripAllMarkers(text)).toBe(lenientByRegExp(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('handles what is before, between and behind fences piece by piece', () => {
    fc.assert(
      fc.property(fencelessText, fencelessText, (before, behind) => {
        const fence = '```\n  [NEXT: x]  \n```';
        const expected = [lenientByRegExp(before), fence, lenientByRegExp(behind)].filter(Boolean).join('\n');
        expect(stripAllMarkers(`${before}\n${fence}\n${behind}`)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('strict stripping', () => {
  it('only ever takes something out', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isSubsequence(stripAllMarkers(text, 'strict'), text)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('leaves a text without brackets as it is, but for blank lines at its ends', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(!text.includes('[') && !/```|~~~/.test(text));
        const lines = text.split(/(?<=\n)/);
        while (lines.length > 0 && lines[0]!.trim() === '') lines.shift();
        while (lines.length > 0 && lines.at(-1)!.trim() === '') lines.pop();
        expect(stripAllMarkers(text, 'strict')).toBe(lines.join('').replace(/\r?\n$/, ''));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['backticks inside a marker open no code', '[NEXT: `bob] and `[NEXT: al]`', 'and `[NEXT: al]`'],
    ['an unanswered backtick is text', 'a ` b [NEXT: c]', 'a ` b'],
    ['a marker between words without blanks leaves none', 'x[NEXT:a] [NEXT:b]y', 'x y'],
    ['a tab counts as a blank', 'x\t[NEXT:a]\ty', 'x\ty'],
    ['two blanks on each side: those before it go', 'x  [NEXT:a]  y', 'x  y'],
    ['an indented quote is a quote up to three spaces', '   > [NEXT:a]\n    > [NEXT:b]', '   > [NEXT:a]\n    >'],
    ['a line of markers in the middle goes with its ending', 'a\r\n[NEXT:b]\r\n\r\nc', 'a\r\n\r\nc'],
    ['a closed fence at the end loses the newline behind it', '```\nx\n```\n\n', '```\nx\n```'],
    ['a task block in capitals or not, indented', 'a\n  [team_task] \nx\ny\n\nb', 'a\n\nb'],
  ])('%s', (_rule, text, stripped) => {
    expect(stripAllMarkers(text, 'strict')).toBe(stripped);
  });
});

describe('parseMarkers', () => {
  it('reads every kind of marker in order', () => {
    const text =
      '[FROM: al]\n[NEXT: bob, Carol Ann !p1, dan！P3,, 莎拉，马克斯] text [DROP: x!P1, y] [drop: all]\n[TEAM_TASK: Build X]';
    expect(parseMarkers(text)).toEqual([
      { kind: 'from', name: 'al' },
      {
        kind: 'next',
        targets: [
          { name: 'bob' },
          { name: 'Carol Ann', intent: 'P1' },
          { name: 'dan', intent: 'P3' },
          { name: '莎拉' },
          { name: '马克斯' },
        ],
      },
      { kind: 'drop', all: false, names: ['x', 'y'] },
      { kind: 'drop', all: true, names: [] },
      { kind: 'team-task', text: 'Build X' },
    ]);
  });

  it('reads a task block up to a blank line, a bracket or a fence', () => {
    const tasks = (text: string) =>
      parseMarkers(text).flatMap((marker) => (marker.kind === 'team-task' ? marker.text : []));
    expect(tasks('[TEAM_TASK]\nBuild X\nand Y\n\nHello')).toEqual(['Build X\nand Y']);
    expect(tasks('[TEAM_TASK]\nBuild [X]\n[NEXT: bob]')).toEqual(['Build [X]']);
    expect(tasks('[TEAM_TASK]\nBuild\n```\nx\n```')).toEqual(['Build']);
    expect(tasks('see [TEAM_TASK] above')).toEqual([]);
  });

  it('sees nothing in code, spans or quotes', () => {
    expect(parseMarkers('```\n[NEXT: a]\n```\n`[NEXT: b]`\n> [NEXT: c]\n~~~\n[DROP: ALL]')).toEqual([]);
  });

  it('sees no marker that strict stripping would leave in', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(parseMarkers(text).length > 0);
        expect(stripAllMarkers(text, 'strict').length).toBeLessThan(text.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
