import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeName } from './normalize-name.ts';
import { readNames } from './read-names.ts';

const members = new Set(
  [
    'sarah',
    'max',
    'kim',
    'Tom and Jerry',
    'R&D',
    'Max Jr.',
    '和子',
    'Ann Lee',
    'Ann (QA)',
    'C',
    'C++',
    'A and B and C and D',
    '*',
  ].map(normalizeName),
);
const isName = (name: string) => members.has(normalizeName(name));
const read = (value: string) => {
  const { names, unknown, takenOff } = readNames(value, isName);
  return [
    ...names.map(({ name, intent }) => (intent === undefined ? name : `${name} ${intent}`)),
    ...unknown.map((name) => `?${name}`),
    ...takenOff.map((intent) => `-${intent}`),
  ];
};

describe('the names in a marker', () => {
  it.each([
    'sarah,max',
    'sarah , max',
    'sarah，max',
    'sarah、max',
    'sarah;max',
    'sarah；max',
    'sarah and max',
    'sarah  AND\tmax',
    'sarah/max',
    'sarah | max',
    'sarah + max',
    'sarah->max',
    'sarah → max',
    '@sarah @max',
    '@sarah, and @max',
    '(sarah) & (max)',
    'sarah -> (max)',
    'sarah & max',
    'sarah&max',
    'sarah＆max',
    'sarah和max',
    'sarah 和 max',
    'sarah, and max',
    'sarah,, max,',
    'and sarah, max and',
    'sarah and and max',
    '@sarah; @max',
    '"sarah, max"',
    '**sarah and max**',
    '`sarah` & `max`',
  ])('are separated in %s', (value) => {
    expect(read(value)).toEqual(['sarah', 'max']);
  });

  it.each([
    ...['@sarah', '＠sarah', '**sarah**', '*sarah*', '_sarah_', '***sarah***', '`sarah`', '``sarah``'],
    ...[':(sarah)', '<sarah> (the lead)', '<sarah>（组长）', ': sarah (the lead)'],
    ...['"sarah"', "'sarah'", '“sarah”', '‘sarah’', '„sarah“', '‚sarah‘', '«sarah»', '»sarah«', '‹sarah›', '´sarah´'],
    ...['「sarah」', '『sarah』', '＂sarah＂', '＇sarah＇', '《sarah》', '〝sarah〞', '“sarah"'],
    ...['sarah.', 'sarah:', 'sarah!', 'sarah。', 'sarah：', 'sarah！', 'sarah .', 'sarah...', 'sarah!!', 'sarah.:!'],
    ...['**@sarah**', '@**sarah**:', '"@sarah".', '**"sarah".**', ' \u3000sarah\u00a0 ', '@ sarah', '**sarah:**'],
    ...[
      '(sarah)',
      '[sarah]',
      '{sarah}',
      '<@sarah>',
      '【sarah】',
      '（sarah）',
      ': sarah',
      '：sarah',
      'sarah?',
      'sarah…',
    ],
    ...['sarah (the tester)', '**sarah** (QA (2)).', 'sarah（后端）', '(sarah', 'sarah)', '\u200b@sarah'],
  ])('are read without the decoration in %s', (value) => {
    expect(read(value)).toEqual(['sarah']);
  });

  it.each([
    ...['sarah!P1', 'sarah!p1', 'sarah！P1', 'sarah ! P1', 'sarah!　P1', '@sarah!P1', '**sarah!P1**', '**sarah**!P1'],
    ...[
      '"sarah"!P1',
      '`sarah!P1`',
      'sarah!P1.',
      'sarah!P1!',
      'sarah.!P1',
      'sarah: !P1',
      'sarah!!P1',
      '“sarah”！p1。',
      'sarah (QA)!P1',
      'sarah!P1 (now)',
      '(sarah!P1)',
      'sarah!Ｐ１',
    ],
  ])('come with their intent in %s', (value) => {
    expect(read(value)).toEqual(['sarah P1']);
  });

  it.each([
    ['have an intent each', 'sarah!P1, max!P3; kim!p2', ['sarah P1', 'max P3', 'kim P2']],
    ['have their own intents between words too', 'sarah!P1 and max & kim!P3', ['sarah P1', 'max', 'kim P3']],
    [
      'lose an intent that is none',
      'sarah!P4, max!now, kim ! P10!',
      ['sarah', 'max', 'kim', '-!P4', '-!now', '-! P10'],
    ],
    ['have their own intents before words without blanks', 'sarah!P1和max!和kim', ['sarah P1', 'max', 'kim']],
    ['have one intent', 'sarah!P1!P2', ['sarah P2', '-!P1']],
    ['need a mark before the intent', 'kim P1', ['?kim P1']],
    ['are needed before an intent', '!P1, P1', ['?P1']],
    ['are none in an empty value', '', []],
    ['are none in a value of separators and decoration', ' , ; and & "" __ @ . ', []],
    ['may have a separating word in them', 'Tom and Jerry', ['Tom and Jerry']],
    ['may have a separating word in other letter case', '@tom AND jerry!P1', ['tom AND jerry P1']],
    [
      'may have a separating word, with other names around',
      'sarah and Tom and Jerry and R&D & max',
      ['sarah', 'Tom and Jerry', 'R&D', 'max'],
    ],
    ['may have three separating words in them', 'sarah and A and B and C and D', ['sarah', 'A and B and C and D']],
    ['are two when a comma separates them', 'Tom, and Jerry', ['?Tom', '?Jerry']],
    ['may have a character that is also a separator', '和子和max', ['和子', 'max']],
    [
      'are not separated by a word that is part of a longer word',
      'sandy, Andrea, Ann Lee',
      ['Ann Lee', '?sandy', '?Andrea'],
    ],
    ['may begin with 和', 'sarah @和子', ['sarah', '和子']],
    ['may end in separators, also if a shorter name does not', 'C++, C, max', ['C++', 'C', 'max']],
    ['may begin with 和 behind an arrow', 'sarah -> 和子', ['sarah', '和子']],
    ['may end in a full stop', 'Max Jr., "Max Jr."!P1, "max".', ['Max Jr.', 'Max Jr. P1', 'max']],
    ['may be a single star', '*, **sarah**', ['*', 'sarah']],
    ['keep the punctuation inside them', "O'Brien, anna.b, x*y", ["?O'Brien", '?anna.b', '?x*y']],
    ['are told also when they are unknown', '**bob**, "eve" (QA).', ['?bob', '?eve']],
    ['are not separated by a word if one is unknown', 'sarah and bob, eve和max', ['?sarah and bob', '?eve和max']],
    ['are known before they are separated', 'R&D', ['R&D']],
    ['may be known with what is around them', '*', ['*']],
    ['may be written in another width', 'ＭＡＸ、Ｓａｒａｈ', ['ＭＡＸ', 'Ｓａｒａｈ']],
  ])('%s', (_rule, value, names) => {
    expect(read(value)).toEqual(names);
  });

  it('are found between any separators and decorations', () => {
    const decorations = fc.constantFrom('', '@', '**', '"', '`', '_', '“', '「');
    const ends = fc.constantFrom('', '.', ':', '!', '!!', '。');
    const separators = fc.constantFrom(', ', '，', '、', ';', '；', ' and ', ' / ', ' & ', '&', '和');
    const names = fc.array(fc.tuple(fc.constantFrom('sarah', 'max', 'Ann Lee'), decorations, ends, separators));
    fc.assert(
      fc.property(names, (parts) => {
        const value = parts.map(([name, around, end, separator]) => around + name + around + end + separator).join('');
        expect(read(value)).toEqual(parts.map(([name]) => name));
      }),
    );
  });

  it.each([
    'a and ',
    'a&',
    '和',
    ', ',
    '!',
    '" ',
    'and ',
    '!P1',
    '!P1 ',
    'a',
    ' a',
    '(',
    ')',
    '()',
    '(a) ',
    ' @',
    '-',
    '[a',
    '.',
    'a and sarah and ',
    '\u200b',
  ])('are looked up in linear time, also in a value that repeats %j', (unit) => {
    const value = unit.repeat(2_000);
    let asked = 0;
    readNames(value, (name) => {
      asked += name.length + 1;
      return false;
    });
    expect(asked).toBeLessThan(value.length * 40);
  });
});
