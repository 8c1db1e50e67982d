import { describe, expect, it } from 'vitest';
import { tokenLimitOf } from './token-limits.ts';

describe('tokenLimitOf', () => {
  it.each([
    ['gemini-2.5-pro', 1_048_576],
    ['models/gemini-1.5-pro-002', 2_097_152],
    ['gemini-3-pro-preview', 1_048_576],
    ['gpt-4o-2024-08-06', 128_000],
    ['OpenAI/GPT-4.1-mini', 1_047_576],
    ['gpt-4-0613', 8_192],
    ['gpt-4-turbo', 128_000],
    ['o3-mini', 200_000],
    ['Qwen/Qwen3-Coder-480B-A35B-Instruct', 262_144],
    ['qwen3:8b', 131_072],
    ['deepseek-r1:8b', 131_072],
    ['claude-sonnet-4-5', 200_000],
  ])('knows the limit of %s', (model, tokens) => {
    expect(tokenLimitOf(model)).toBe(tokens);
  });

  it.each(['', 'my-model', 'gpt-42', 'o365', 'gemini', '/'])('returns undefined for the unknown model %j', (model) => {
    expect(tokenLimitOf(model)).toBeUndefined();
  });
});
