import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { createLineWrapper, wrapText } from './line-wrapper.ts';

const words = fc.array(
  fc.constantFrom(
    'word',
    'a',
    'longer-word',
    '中文',
    '日本語のテキスト',
    '「你好，世界。」……',
    '，。！？；：',
    '👩‍👩‍👧‍👦',
    '👍🏽',
    'é',
    '한국어',
    'x'.repeat(50),
    '\n',
    '  ',
  ),
  { maxLength: 40 },
);

function inPieces(pieces: readonly string[], columns: number): string {
  let printed = '';
  const wrapper = createLineWrapper({ write: (part) => (printed += part), columns: () => columns, indent: '  ' });
  for (const piece of pieces) wrapper.write(piece);
  wrapper.endLine();
  return printed;
}

describe('wrapping', () => {
  it('breaks at blanks', () => {
    expect(wrapText('the quick brown fox jumps', 16, '  ')).toBe('  the quick\n  brown fox\n  jumps');
  });

  it('keeps the blanks that code begins with, and empty lines', () => {
    expect(wrapText('if (x) {\n    y();\n\n\tz();\n}', 40)).toBe('if (x) {\n    y();\n\n    z();\n}');
  });

  it('fills lines with ideographs, two columns each', () => {
    expect(wrapText('这是一个很长的中文句子用来测试', 21)).toBe('这是一个很长的中文句\n子用来测试');
  });

  it('drops an indentation that leaves no room', () => {
    expect(wrapText('      ，。！？；：', 14, '  ')).toBe('  ，。！？\n  ；：');
  });

  it('begins no line with CJK punctuation, even if it arrives late', () => {
    const text = '这是一个很长的中文句。」子，用来测试';
    const lines = '  这是一个很长的中文\n  句。」子，用来测试\n';
    expect(inPieces([text], 23)).toBe(lines);
    expect(inPieces([...text], 23)).toBe(lines);
  });

  it('does not split an emoji of several characters', () => {
    expect(wrapText('👩‍👩‍👧‍👦'.repeat(8), 12)).toBe(`${'👩‍👩‍👧‍👦'.repeat(5)}\n${'👩‍👩‍👧‍👦'.repeat(3)}`);
  });

  it('never prints a line wider than the screen', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 14, max: 60 }), (parts, columns) => {
        for (const line of wrapText(parts.join(' '), columns, '  ').split('\n')) {
          expect(stringWidth(line)).toBeLessThan(columns);
        }
      }),
    );
  });

  it('loses nothing but blanks at the breaks', () => {
    const bare = (text: string) => text.replace(/\s+/g, '');
    fc.assert(
      fc.property(words, fc.integer({ min: 14, max: 60 }), (parts, columns) => {
        expect(bare(wrapText(parts.join(' '), columns, '  '))).toBe(bare(parts.join(' ')));
      }),
    );
  });

  it('prints the same however the text was cut into pieces', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 14, max: 60 }), fc.integer({ min: 1, max: 7 }), (parts, columns, size) => {
        const text = parts.join(' ');
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
          text.slice(index * size, (index + 1) * size),
        );
        expect(inPieces(pieces, columns)).toBe(inPieces([text], columns));
      }),
    );
  });

  it('prints a word as soon as it is complete', () => {
    const printed: string[] = [];
    const wrapper = createLineWrapper({ write: (part) => printed.push(part), columns: () => 80, indent: '' });
    wrapper.write('Hel');
    expect(printed).toEqual([]);
    wrapper.write('lo wor');
    expect(printed).toEqual(['Hello']);
    wrapper.endLine();
    expect(printed.join('')).toBe('Hello wor\n');
  });

  it('measures each word once, however long the text is', () => {
    let asked = 0;
    let printed = 0;
    const wrapper = createLineWrapper({
      write: (part) => (printed += part.length),
      columns: () => {
        asked++;
        return 80;
      },
      indent: '',
    });
    const words = 20_000;
    for (let word = 0; word < words; word++) wrapper.write('word ');
    wrapper.write(`${'x'.repeat(100_000)} `);
    wrapper.endLine();
    expect(printed).toBeGreaterThan(words * 5 + 100_000 - words);
    expect(asked).toBeLessThan(words * 4 + 100_000 * 2);
  });

  it('uses the current width of the screen', () => {
    let columns = 40;
    let printed = '';
    const wrapper = createLineWrapper({ write: (part) => (printed += part), columns: () => columns, indent: '' });
    wrapper.write('one two three four five six\n');
    columns = 15;
    wrapper.write('one two three four five six\n');
    expect(printed).toBe('one two three four five six\none two three\nfour five six\n');
  });
});
