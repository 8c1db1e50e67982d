import { expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

it('handles 50 MB of one letter', () => {
  expect(estimateTokens('a'.repeat(50_000_000))).toBeGreaterThan(1_000_000);
});
