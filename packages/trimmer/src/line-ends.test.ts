import { expect, it } from 'vitest';
import { indentLines, onOneLine } from './line-ends.ts';

const LINE_ENDS = ['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029'];

it.each(LINE_ENDS)('the line end %j is followed by one indent', (end) => {
  expect(indentLines(`a${end}b${end}${end}`, '  ')).toBe(`a${end}  b${end}  ${end}  `);
});

it.each(LINE_ENDS)('onOneLine replaces the line end %j by spaces', (end) => {
  expect(onOneLine(`a${end}b`)).toBe(`a${' '.repeat(end.length)}b`);
});

it('no other character is a line end', () => {
  const text = 'nvfrVx85 \t\u0000\u001b\u001f\u00a0\u200b';
  expect(indentLines(text, '  ')).toBe(text);
  expect(onOneLine(text)).toBe(text);
});
