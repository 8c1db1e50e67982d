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
    ['gpt-5', 272_000],
    ['gpt-5-mini', 272_000],
    ['gpt-5.1-codex-max', 272_000],
    ['gpt-5.3-codex', 272_000],
    ['gpt-5.3-codex-spark', 128_000],
    ['gpt-5.2-chat-latest', 128_000],
    ['gpt-5.4', 922_000],
    ['gpt-5.4-mini', 272_000],
    ['gpt-5.5-pro-2026-04-23', 922_000],
    ['gpt-5.6-sol', 922_000],
    ['gpt-6-astra', 922_000],
    ['claude-opus-4-1-20250805', 200_000],
    ['claude-opus-4-8', 1_000_000],
    ['claude-sonnet-4-6', 1_000_000],
    ['claude-opus-5', 1_000_000],
    ['claude-haiku-5-5', 1_000_000],
    ['claude-3-5-sonnet-latest', 200_000],
    ['gemini-3.8-flash', 1_048_576],
    ['qwen3.7-max', 991_808],
    ['qwen3.8-max', 1_000_000],
    ['qwen3.6-plus', 1_000_000],
    ['qwen3.8-27b', 262_144],
    ['Qwen/Qwen3-235B-A22B-Instruct-2507', 262_144],
    ['deepseek-v4-pro', 1_000_000],
    ['kimi-k2.6', 262_144],
    ['kimi-k3', 1_048_576],
    ['glm-5.3', 1_000_000],
    ['MiniMaxAI/MiniMax-M2.5', 204_800],
    ['grok-4.7', 500_000],
    ['grok-4.3', 1_000_000],
    ['x-ai/grok-4', 256_000],
    ['grok-4-fast-reasoning', 2_000_000],
    ['grok-code-fast-1', 256_000],
    ['mistral-large-2512', 262_144],
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

  it.each([
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 200_000],
    ['global.anthropic.claude-opus-4-8', 1_000_000],
    ['us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0', 200_000],
    ['anthropic/claude-opus-4.8', 1_000_000],
    ['bedrock/eu.anthropic.claude-sonnet-5', 1_000_000],
    ['claude-opus-4-5@20251101', 200_000],
    ['openai/gpt-5', 272_000],
    ['openai:gpt-5', 272_000],
    ['openrouter/openai/gpt-5.5:free', 922_000],
    ['us.deepseek.r1-v1:0', 131_072],
    ['deepseek.r1-v1:0', 131_072],
    ['qwen.qwen3-32b-v1:0', 131_072],
    ['us.meta.llama3-1-70b-instruct-v1:0', 131_072],
    ['llama3.1:8b', 131_072],
    ['accounts/fireworks/models/kimi-k2p5', undefined],
  ])('ignores what providers put around the name: %s', (model, tokens) => {
    expect(tokenLimitOf(model)).toBe(tokens);
  });

  it.each(['gpt-5.9', 'gpt-7', 'claude-opus-6', 'claude-next', 'gemini-4-pro', 'qwen4', 'deepseek-v5', 'my-gpt-5'])(
    'makes up no limit for %s',
    (model) => {
      expect(tokenLimitOf(model)).toBeUndefined();
    },
  );

  it.each(['', 'my-model', 'gpt-42', 'o365', 'gemini', '/'])('returns undefined for the unknown model %j', (model) => {
    expect(tokenLimitOf(model)).toBeUndefined();
  });
});
