import { describe, expect, it } from 'vitest';
import { createAnswerFold } from './fold-answer.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);
const hint = (folded: string) => `… ${folded}: /show 3`;

describe('a long answer', () => {
  it('is printed live at its start, folded in its middle, and printed at its end', () => {
    const fold = createAnswerFold(hint, 4, 2);
    expect(fold.push(lines(3))).toEqual(['1', '2', '3']);
    expect(fold.push(lines(20).slice(3))).toEqual(['4']);
    expect(fold.held().at(-1)).toBe('20');
    expect(fold.end()).toEqual(['… 14 lines: /show 3', '19', '20']);
  });

  it('is not folded if only a few lines would be hidden', () => {
    const fold = createAnswerFold(hint, 4, 2);
    expect([...fold.push(lines(8)), ...fold.end()]).toEqual(lines(8));
  });
});
