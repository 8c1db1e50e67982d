import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './line-diff.ts';

const show = (before: string, after: string) =>
  diffLines(before, after).lines.map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-', skip: '@', head: '' }[kind]}${text}`,
  );

describe('the difference between two texts', () => {
  it('shows and counts added and removed lines', () => {
    expect(show('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d']);
    expect(diffLines('a\nb\nc', 'a\nx\nc\nd')).toMatchObject({ added: 2, removed: 1 });
  });

  it('replaces long unchanged parts by their number of lines', () => {
    const long = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
    expect(show(`${long}\nold`, `${long}\nnew`)).toEqual(['@17', ' line 17', ' line 18', ' line 19', '-old', '+new']);
    expect(show(long, long)).toEqual(['@20']);
  });

  it('contains both texts completely', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'dd'), { maxLength: 30 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { lines } = diffLines(before, after);
        if (lines.some(({ kind }) => kind === 'skip')) return;
        const side = (kind: string) =>
          lines.filter((line) => line.kind === 'same' || line.kind === kind).map((line) => line.text);
        expect(side('removed').join('\n')).toBe(before);
        expect(side('added').join('\n')).toBe(after);
      }),
    );
  });

  it('is the shortest possible', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { added, removed } = diffLines(before.join('\n'), after.join('\n'));
        const lines = (list: readonly string[]) => list.join('\n').split('\n');
        expect((lines(before).length + lines(after).length - added - removed) / 2).toBe(
          longestCommon(lines(before), lines(after)),
        );
      }),
    );
  });

  it('removes all old lines and adds all new ones if two long texts have little in common', () => {
    const numbers = (from: number) => Array.from({ length: 5_000 }, (_, line) => `${from + line}`).join('\n');
    expect(diffLines(numbers(0), numbers(10_000))).toMatchObject({ added: 5_000, removed: 5_000 });
  });
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let x = 1; x <= a.length; x += 1) {
    for (let y = 1; y <= b.length; y += 1) {
      rows[x]![y] = a[x - 1] === b[y - 1] ? rows[x - 1]![y - 1]! + 1 : Math.max(rows[x - 1]![y]!, rows[x]![y - 1]!);
    }
  }
  return rows[a.length]![b.length]!;
}
