import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeName } from '../members/normalize-name.ts';
import { readNames } from './read-names.ts';

const members = new Set(
  ['sarah', 'max', 'kim', 'Tom and Jerry', 'R&D', 'Max Jr.', '和子', 'Ann Lee', 'A and B and C and D', '*'].map(
    normalizeName,
  ),
);
const isName = (name: string) => members.has(normalizeName(name));
const read = (value: string) =>
  readNames(value, isName).map(({ name, intent }) => (intent === undefined ? name : `${name} ${intent}`));

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
    'sarah und max',
    'sarah Und max',
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
  ])('are separated: %s', (value) => {
    expect(read(value)).toEqual(['sarah', 'max']);
  });

  it.each([
    ...['@sarah', '＠sarah', '**sarah**', '*sarah*', '_sarah_', '***sarah***', '`sarah`', '``sarah``'],
    ...['"sarah"', "'sarah'", '“sarah”', '‘sarah’', '„sarah“', '‚sarah‘', '«sarah»', '»sarah«', '‹sarah›', '´sarah´'],
    ...['「sarah」', '『sarah』', '＂sarah＂', '＇sarah＇', '《sarah》', '〝sarah〞', '“sarah"'],
    ...['sarah.', 'sarah:', 'sarah!', 'sarah。', 'sarah：', 'sarah！', 'sarah .', 'sarah...', 'sarah!!', 'sarah.:!'],
    ...['**@sarah**', '@**sarah**:', '"@sarah".', '**"sarah".**', ' \u3000sarah\u00a0 ', '@ sarah', '**sarah:**'],
  ])('are taken out of what stands around them: %s', (value) => {
    expect(read(value)).toEqual(['sarah']);
  });

  it.each([
    ...['sarah!P1', 'sarah!p1', 'sarah！P1', 'sarah ! P1', 'sarah!　P1', '@sarah!P1', '**sarah!P1**', '**sarah**!P1'],
    ...['"sarah"!P1', '`sarah!P1`', 'sarah!P1.', 'sarah!P1!', 'sarah.!P1', 'sarah: !P1', 'sarah!!P1', '“sarah”！p1。'],
  ])('come with their intent: %s', (value) => {
    expect(read(value)).toEqual(['sarah P1']);
  });

  it.each([
    ['each its own intent', 'sarah!P1, max!P3; kim!p2', ['sarah P1', 'max P3', 'kim P2']],
    ['also between words', 'sarah!P1 and max & kim!P3', ['sarah P1', 'max', 'kim P3']],
    ['an unknown intent is part of the name', 'sarah!P4, max!P10, kim P1', ['sarah!P4', 'max!P10', 'kim P1']],
    ['an intent follows its mark at once', 'hey!maxP1', ['hey!maxP1']],
    ['an intent needs a name', '!P1, P1', ['P1']],
    ['nobody', '', []],
    ['nobody, in many words', ' , ; and & "" __ @ . ', []],
    ['a name with such a word', 'Tom and Jerry', ['Tom and Jerry']],
    ['however it is spelled', '@tom AND jerry!P1', ['tom AND jerry P1']],
    ['with others around it', 'sarah and Tom and Jerry and R&D & max', ['sarah', 'Tom and Jerry', 'R&D', 'max']],
    ['a name with three such words', 'sarah and A and B and C and D', ['sarah', 'A and B and C and D']],
    ['in two parts it is two', 'Tom, and Jerry', ['Tom', 'Jerry']],
    ['a character that is also a word', '和子和max', ['和子', 'max']],
    ['a word inside a name is none', 'sandy, Andrea, Ann Lee', ['sandy', 'Andrea', 'Ann Lee']],
    ['a full stop that is part of a name', 'Max Jr., "Max Jr."!P1, "max".', ['Max Jr.', 'Max Jr. P1', 'max']],
    ['a star that is all of a name', '*, **sarah**', ['*', 'sarah']],
    ['what is inside a name stays', "O'Brien, anna.b, x*y", ["O'Brien", 'anna.b', 'x*y']],
    ['unknown names are read as well', '**bob** und "eve"', ['bob', 'eve']],
  ])('%s', (_rule, value, names) => {
    expect(read(value)).toEqual(names);
  });

  it('are found between any separators and decorations', () => {
    const decorations = fc.constantFrom('', '@', '**', '"', '`', '_', '“', '「');
    const ends = fc.constantFrom('', '.', ':', '!', '!!', '。');
    const separators = fc.constantFrom(', ', '，', '、', ';', '；', ' and ', ' und ', ' & ', '&', '和');
    const names = fc.array(fc.tuple(fc.constantFrom('sarah', 'max', 'Ann Lee'), decorations, ends, separators));
    fc.assert(
      fc.property(names, (parts) => {
        const value = parts.map(([name, around, end, separator]) => around + name + around + end + separator).join('');
        expect(read(value)).toEqual(parts.map(([name]) => name));
      }),
    );
  });

  it.each(['a and ', 'a&', '和', ', ', '!', '" ', 'and ', '!P1', 'a'])(
    'are asked for in linear work, also in a value of %j',
    (unit) => {
      const value = unit.repeat(2_000);
      let asked = 0;
      readNames(value, (name) => {
        asked += name.length + 1;
        return false;
      });
      expect(asked).toBeLessThan(value.length * 40);
    },
  );
});
