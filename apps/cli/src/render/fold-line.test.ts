import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { foldToLine, padToColumns } from './fold-line.ts';

describe('folding to a line', () => {
  it('leaves short text unchanged', () => {
    expect(foldToLine('npm test', 20)).toBe('npm test');
  });

  it('puts several lines on one, and ends it with an ellipsis', () => {
    expect(foldToLine('first\n\tsecond third', 14)).toBe('first second…');
  });

  it('counts columns, not characters', () => {
    const folded = foldToLine('这是一个很长的中文句子', 10);
    expect(folded).toBe('这是一个…');
    expect(stringWidth(folded)).toBeLessThanOrEqual(10);
  });

  it('makes control characters visible', () => {
    expect(foldToLine('\u001b[2J', 10)).toBe('␛[2J');
  });

  it('pads by columns', () => {
    expect(padToColumns('中', 4)).toBe('中  ');
    expect(padToColumns('too long', 4)).toBe('too long');
  });
});
