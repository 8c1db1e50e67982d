import { describe, expect, it } from 'vitest';
import { readLetterRun } from './dense-run.ts';

/** A run that changes between two kinds of characters, as often as given, and then stays with the last one. */
function run(length: number, changes: number, kinds: readonly [string, string] = ['a', '1']): string {
  const changing = Array.from({ length: changes + 1 }, (_, index) => kinds[index % 2]).join('');
  return changing + String(kinds[changes % 2]).repeat(length - changes - 1);
}

describe('a run of letters and digits', () => {
  it('is encoded data if the kind of its characters changes 27 times in 100', () => {
    expect(readLetterRun(run(100, 26), 0).denseTokens).toBeUndefined();
    expect(readLetterRun(run(100, 27), 0).denseTokens).toBeDefined();
  });

  it('changes where a digit follows a capital, but not where a small letter does', () => {
    expect(readLetterRun(run(100, 27, ['A', 'a']), 0).denseTokens).toBeUndefined();
    expect(readLetterRun(run(100, 27, ['A', '1']), 0).denseTokens).toBeDefined();
  });

  it('counts as hex if two fifths of it are digits, otherwise as base64', () => {
    const hex = 'a1a1a1a1a1a1a1a1aaaa';
    expect(readLetterRun(hex, 0).denseTokens).toBeCloseTo(20 * 0.6);
    expect(readLetterRun(hex.replace('1', 'a'), 0).denseTokens).toBeCloseTo(20 * 0.69);
  });
});
