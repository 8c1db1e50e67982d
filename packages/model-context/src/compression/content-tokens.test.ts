import { estimateTokens } from '@ctx/tokens';
import { describe, expect, it } from 'vitest';
import { call, result, user } from '../__fixtures__/histories.ts';
import { estimateContentTokens } from './content-tokens.ts';

const image = { inlineData: { data: 'A'.repeat(100_000), mimeType: 'image/png' } };

describe('estimateContentTokens', () => {
  it('counts the text of contents, and a little for each content', () => {
    expect(estimateContentTokens([user('one two three')])).toBe(4 + estimateTokens('one two three'));
    expect(estimateContentTokens([{ role: 'user' }])).toBe(4);
    expect(estimateContentTokens([])).toBe(0);
  });

  it('counts calls and results', () => {
    expect(estimateContentTokens([{ role: 'model', parts: [call('read', { path: 'a/b/c' })] }])).toBeGreaterThan(8);
    const given = result('read', { text: 'a long text' });
    expect(estimateContentTokens([{ role: 'user', parts: [given] }])).toBe(
      4 + estimateTokens(JSON.stringify(given.functionResponse)),
    );
  });

  it('counts images and files by their number, not by their bytes, also inside a result', () => {
    const file = { fileData: { fileUri: 'files/report.pdf', mimeType: 'application/pdf' } };
    expect(estimateContentTokens([{ role: 'user', parts: [image] }])).toBe(4 + 258);
    expect(estimateContentTokens([{ role: 'user', parts: [file] }])).toBe(4 + 258);
    const screenshots = { functionResponse: { name: 'f', response: {}, parts: [image, image] } };
    const tokens = estimateContentTokens([{ role: 'user', parts: [screenshots] }]);
    expect(tokens).toBeGreaterThan(500);
    expect(tokens).toBeLessThan(600);
  });
});
