import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

/** A text, the estimate for 100 copies of it in a row, and the exact count of o200k_base for comparison. */
interface Estimate {
  readonly text: string;
  readonly tokens: number;
  readonly o200k: number;
}

const file = new URL('./__fixtures__/estimates.json', import.meta.url);
const ESTIMATES: readonly Estimate[] = JSON.parse(readFileSync(file, 'utf8'));

describe('the estimate for 100 copies of a text', () => {
  it('is the one in the table, for every kind of word, sign, number and script', () => {
    const estimates = ESTIMATES.map(({ text, o200k }) => ({ text, tokens: estimateTokens(text.repeat(100)), o200k }));
    expect(estimates).toEqual(ESTIMATES);
  });
});
