import { describe, expect, it } from 'vitest';
import { countWork } from './__fixtures__/count-work.ts';
import { parseMarkers } from './parse-markers.ts';
import { stripAllMarkers } from './strip-all-markers.ts';

const hostile: readonly string[] = [
  ...[
    '[FROM:',
    '[NEXT:',
    '[FROM:]',
    '[NEXT:a]',
    '[NEXT：a]',
    '[TEAM_TASK]',
    '[TEAM_TASK]\n',
    ' [TEAM_TASK]\n',
    '[TEAM_TASK:',
  ],
  ...['[', ']', '[]', ' ', 'a \t', '\n', ' \n', '\r', '\u2028', '\u3000', '\ta\n', '[NEXT:\n', '[NEXT:\n]\n'],
  ...['`', '`\n', '` ', '```\n', '```a`\n', ' ~~~ \n', '``` ', '~~~~\n~~~ a\n', '`[NEXT:a]`', '`[NEXT:`', '[NEXT:`]'],
  ...['*[NEXT:a]', '[NEXT:a]*', '***[NEXT:a]***', '_', ' [NEXT:a] ', 'a [NEXT:a]b', '[NEXT:a] ', '        \n a'],
  ...['> ', '- ', '1. ', '    [NEXT:a]\n', '\n\t[NEXT:a]\n', '\\', '\\[NEXT:a]', '! ', ', '],
  ...[
    '【NEXT：',
    '［',
    '】',
    '[ NEXT',
    '[NEXT]',
    '[NEXT a',
    '[**NEXT',
    '[ ',
    '[*',
    '[ａ',
    '\\[NEXT:a',
    '~~',
    '~~[NEXT:a]',
    '([',
    '](',
    ')',
    '[a]: ',
  ],
  ...[
    '- ```\n',
    '1. ',
    '<a ',
    '<a "',
    '<a:',
    'https://',
    '<kbd>',
    '"[NEXT:a]"',
    '\\`',
    '\n    a\n',
    '[[NEXT:a]]',
    '(',
    '`]',
    '\n[TEAM_TASK]',
  ],
  ...['<!--', '-->', '<!-->', '<!-- ', '<pre>', '</pre>', '<code ', '<pre></pre>', '<pre><code>', '<!--[NEXT:a]-->'],
];

// The surroundings contain markers, so that the quick checks for texts without markers do not apply.
const surroundings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `[NEXT:a]${text}]`,
  (text) => `[NEXT:${text}P1]`,
  (text) => `${text}\n\n    [NEXT:a]`,
  (text) => `x\n[TEAM_TASK]\n${text}[FROM:a]`,
  (text) => `\`\`\`\n${text}`,
  (text) => `<!--\n[TEAM_TASK]\n${text}\n-->\n[NEXT:a]`,
  (text) => `${text}\`]\``,
  (text) => `\`\`\`\n\`\`\`\n${text}[DROP:a]\n\`\`\``,
];

describe.each([
  ['lenient stripping', (text: string) => stripAllMarkers(text, 'lenient')],
  ['strict stripping', (text: string) => stripAllMarkers(text, 'strict')],
  ['parsing', (text: string) => parseMarkers(text)],
])('%s reads each character a bounded number of times', (_name, work) => {
  it.each(hostile)('on a text of %j', (unit) => {
    for (const surround of surroundings) {
      const text = surround(unit.repeat(1_000));
      expect(countWork(() => work(text))).toBeLessThan(text.length * 80);
    }
  });

  it('on backtick runs of all lengths', () => {
    const text = Array.from({ length: 400 }, (_, index) => '`'.repeat(index + 1)).join('[NEXT:a]');
    expect(countWork(() => work(text))).toBeLessThan(text.length * 80);
  });
});

describe('a text is read only a few times', () => {
  it.each([
    ['nothing is closed', '[NEXT: a\n'.repeat(500), { lenient: 1, strict: 26, parse: 24 }],
    ['nothing is opened', 'a [b] `c`\n'.repeat(500), { lenient: 2.3, strict: 4.3, parse: 2.3 }],
    ['a line has no marker', '[TEAM_TASK]'.repeat(500), { lenient: 20, strict: 23, parse: 21 }],
    [
      'there is neither a fence nor a code span',
      `${'word '.repeat(500)}[NEXT: a]`,
      { lenient: 11.1, strict: 18.1, parse: 15.1 },
    ],
  ])('if %s', (_what, text, times) => {
    const perCharacter = (work: () => unknown) => countWork(work) / text.length;
    expect(perCharacter(() => stripAllMarkers(text))).toBeLessThan(times.lenient + 0.1);
    expect(perCharacter(() => stripAllMarkers(text, 'strict'))).toBeLessThan(times.strict + 0.1);
    expect(perCharacter(() => parseMarkers(text))).toBeLessThan(times.parse + 0.1);
  });
});

describe('countWork', () => {
  it('notices a search that starts over again and again', () => {
    const text = '[FROM:'.repeat(2_000);
    const quadratic = () => {
      for (let start = text.indexOf('['); start !== -1; start = text.indexOf('[', start + 1)) text.indexOf(']', start);
    };
    expect(countWork(quadratic)).toBeGreaterThan(text.length * 400);
  });

  it('notices a pattern that is tried over and over', () => {
    const text = 'a'.repeat(2_000);
    const quadratic = () => {
      for (let start = 0; start < text.length; start++) text.slice(start).search(/b/);
    };
    expect(countWork(quadratic)).toBeGreaterThan(text.length * 400);
  });

  it.each([/\[FROM:[^\]]+\]/g, /[ \t]+$/g, /`[\s\S]*?~/g, /a{2,}b/, /(?:a+|b)c/, /(?:ab)*/, /(a+)+/])(
    'refuses a pattern that can backtrack: %s',
    (pattern) => {
      expect(() => countWork(() => 'aaa'.replace(pattern, ''))).toThrow('again and again');
    },
  );

  it.each([/a+/g, /\s\n\s*|\n\s+/g, /^[*+]{1,9}\s/, /x{2,}/, /[^\]]*/])(
    'accepts a pattern that cannot backtrack: %s',
    (pattern) => {
      expect(countWork(() => 'aaa'.replace(pattern, ''))).toBeGreaterThan(2);
    },
  );

  it('restores String and RegExp', () => {
    const { exec } = RegExp.prototype;
    const { indexOf } = String.prototype;
    expect(() =>
      countWork(() => {
        throw new Error('in between');
      }),
    ).toThrow('in between');
    expect([RegExp.prototype.exec, String.prototype.indexOf]).toEqual([exec, indexOf]);
  });
});
