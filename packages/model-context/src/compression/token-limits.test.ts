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
    ['gemini-2.0-flash-image-generation', 32_768],
    ['gemini-2.0-flash-preview-image-generation', 32_768],
    ['gemini-2.5-flash-image', 32_768],
    ['gemini-3-pro-image-preview', 65_536],
    ['gemini-1.5-flash', 1_048_576],
    ['gpt-5-chat-latest', 128_000],
    ['gpt-5-mini', 400_000],
    ['gpt-4.5-preview', 128_000],
    ['gpt-4-32k', 32_768],
    ['gpt-3.5-turbo', 16_385],
    ['gpt-oss:20b', 131_072],
    ['o1-mini', 128_000],
    ['o1-preview', 128_000],
    ['o1', 200_000],
    ['o4-mini', 200_000],
    ['qwen3-coder-plus', 1_000_000],
    ['qwen3-coder-flash', 1_000_000],
    ['qwen3-max', 262_144],
    ['qwen2.5-72b', 131_072],
    ['qwen-plus', 1_000_000],
    ['qwen-flash', 1_000_000],
    ['qwen-turbo', 1_000_000],
    ['qwen-max', 32_768],
    ['qwq-32b', 131_072],
    ['deepseek-v4', 1_000_000],
    ['moonshotai/Kimi-K2-Instruct', 262_144],
    ['glm-4.6', 200_000],
    ['glm-4.5-air', 131_072],
    ['llama-3.1-70b', 131_072],
    ['llama-3.2-3b', 131_072],
    [' llama-3.3-70b ', 131_072],
  ])('knows the limit of %s', (model, tokens) => {
    expect(tokenLimitOf(model)).toBe(tokens);
  });

  it.each(['', 'my-model', 'gpt-42', 'o365', 'gemini', '/'])('returns undefined for the unknown model %j', (model) => {
    expect(tokenLimitOf(model)).toBeUndefined();
  });
});
