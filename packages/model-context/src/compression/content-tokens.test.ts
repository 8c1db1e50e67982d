import { estimateTokens } from '@ctx/tokens';
import { describe, expect, it } from 'vitest';
import { call, user } from '../__fixtures__/histories.ts';
import { estimateContentTokens } from './content-tokens.ts';

const image = { inlineData: { data: 'A'.repeat(100_000), mimeType: 'image/png' } };

describe('estimateContentTokens', () => {
  it('counts the text of contents, and a little for each content', () => {
    expect(estimateContentTokens([user('one two three')])).toBeGreaterThan(estimateTokens('one two three'));
    expect(estimateContentTokens([{ role: 'user' }])).toBeGreaterThan(0);
    expect(estimateContentTokens([])).toBe(0);
  });

  it('counts calls and results', () => {
    expect(estimateContentTokens([{ role: 'model', parts: [call('read', { path: 'a/b/c' })] }])).toBeGreaterThan(8);
  });

  it('counts images and files by their number, not by their bytes, also inside a result', () => {
    expect(estimateContentTokens([{ role: 'user', parts: [image] }])).toBeLessThan(300);
    const result = { functionResponse: { name: 'f', response: {}, parts: [image, image] } };
    const tokens = estimateContentTokens([{ role: 'user', parts: [result] }]);
    expect(tokens).toBeGreaterThan(500);
    expect(tokens).toBeLessThan(600);
  });
});
