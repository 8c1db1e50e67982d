import { expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

it('estimates a text of 50 MB that repeats one letter', () => {
  expect(estimateTokens('a'.repeat(50_000_000))).toBeGreaterThan(1_000_000);
});
