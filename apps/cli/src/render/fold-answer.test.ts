import { readFile } from 'node:fs/promises';
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

  it('may have more lines than a function takes arguments', () => {
    const fold = createAnswerFold(hint, 12, 3);
    fold.push(lines(200_000));
    expect(fold.end()).toEqual(['… 199,985 lines: /show 3', '199998', '199999', '200000']);
  });

  it('is folded from the length that the README names', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const [, longest = '', first, last] =
      /more than (\d+) lines is folded to its first (\d+) and last (\d+)/.exec(readme.replace(/\s+/g, ' ')) ?? [];
    const printed = (count: number) => {
      const fold = createAnswerFold(hint);
      return [...fold.push(lines(count)), ...fold.end()];
    };
    expect(printed(Number(longest))).toEqual(lines(Number(longest)));
    expect(printed(Number(longest) + 1)).toHaveLength(Number(first) + 1 + Number(last));
  });
});
