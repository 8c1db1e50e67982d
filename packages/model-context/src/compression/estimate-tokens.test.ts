import { readdirSync, readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { call, user } from '../__fixtures__/histories.ts';
import { estimateTokens } from './estimate-tokens.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Our own sources, each file a sample. */
const typescript = ['../history', '../requests', '../tools', '../thinking'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url)).map((file) => read(`${folder}/${file}`)),
);

function expectClose(text: string): void {
  const exact = encode(text).length;
  expect(estimateTokens(text)).toBeGreaterThan(exact * 0.75);
  expect(estimateTokens(text)).toBeLessThan(exact * 1.25);
}

describe('estimateTokens', () => {
  it('is within a quarter of o200k_base on English prose, whole and by paragraph', () => {
    const text = read('../__fixtures__/english.txt');
    for (const sample of [text, ...text.trim().split('\n\n')]) expectClose(sample);
  });

  it('is within a quarter of o200k_base on TypeScript', () => {
    expect(typescript.length).toBeGreaterThan(20);
    for (const sample of typescript) expectClose(sample);
  });

  it('is within a quarter of o200k_base on Chinese, whole and by paragraph', () => {
    const text = read('../__fixtures__/chinese.txt');
    for (const sample of [text, ...text.trim().split('\n\n')]) expectClose(sample);
  });

  it('counts the text, calls, results and media of contents', () => {
    const words = estimateTokens([user('one two three')]);
    expect(words).toBeGreaterThan(estimateTokens('one two three'));
    expect(estimateTokens([{ role: 'model', parts: [call('read', { path: 'a/b/c' })] }])).toBeGreaterThan(8);
    const image = { inlineData: { data: 'A'.repeat(100_000), mimeType: 'image/png' } };
    expect(estimateTokens([{ role: 'user', parts: [image] }])).toBeLessThan(300);
    expect(estimateTokens([{ role: 'user' }])).toBeGreaterThan(0);
  });

  it('counts nothing for nothing, and does not stumble over any character', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens([])).toBe(0);
    expect(estimateTokens('\ud800 🙂 Привет мир ½')).toBeGreaterThan(4);
  });
});
