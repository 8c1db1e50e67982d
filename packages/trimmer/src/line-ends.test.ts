import { expect, it } from 'vitest';
import { indentLines, onOneLine } from './line-ends.ts';

const LINE_ENDS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

it.each(LINE_ENDS)('The line end %j is followed by the indent, once', (end) => {
  expect(indentLines(`a${end}b${end}${end}`, '  ')).toBe(`a${end}  b${end}  ${end}  `);
});

it.each(LINE_ENDS)('The line end %j becomes blanks on one line', (end) => {
  expect(onOneLine(`a${end}b`)).toBe(`a${' '.repeat(end.length)}b`);
});

it('Nothing else is a line end', () => {
  const text = 'nvfrVx85 \t\u0000\u001c\u00a0\u200b';
  expect(indentLines(text, '  ')).toBe(text);
  expect(onOneLine(text)).toBe(text);
});
