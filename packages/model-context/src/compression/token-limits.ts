/** Prefixes of model names with the token limit their maker states. A longer prefix stands before a shorter one. */
const LIMITS: readonly (readonly [prefix: string, tokens: number])[] = [
  ['gemini-1.5-pro', 2_097_152],
  ['gemini-2.0-flash-image-generation', 32_768],
  ['gemini-2.0-flash-preview-image-generation', 32_768],
  ['gemini-2.5-flash-image', 32_768],
  ['gemini-3-pro-image', 65_536],
  ['gemini-1.5', 1_048_576],
  ['gemini-2', 1_048_576],
  ['gemini-3', 1_048_576],
  ['gpt-5-chat', 128_000],
  ['gpt-5', 400_000],
  ['gpt-4.1', 1_047_576],
  ['gpt-4.5', 128_000],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4-32k', 32_768],
  ['gpt-4', 8_192],
  ['gpt-3.5-turbo', 16_385],
  ['gpt-oss', 131_072],
  ['o1-mini', 128_000],
  ['o1-preview', 128_000],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4', 200_000],
  ['claude-', 200_000],
  ['qwen3-coder-plus', 1_000_000],
  ['qwen3-coder-flash', 1_000_000],
  ['qwen3-coder', 262_144],
  ['qwen3-max', 262_144],
  ['qwen3', 131_072],
  ['qwen2.5', 131_072],
  ['qwen-plus', 1_000_000],
  ['qwen-flash', 1_000_000],
  ['qwen-turbo', 1_000_000],
  ['qwen-max', 32_768],
  ['qwq', 131_072],
  ['deepseek-v4', 1_000_000],
  ['deepseek', 131_072],
  ['kimi-k2', 262_144],
  ['glm-4.6', 200_000],
  ['glm-4.5', 131_072],
  ['llama-3.1', 131_072],
  ['llama-3.2', 131_072],
  ['llama-3.3', 131_072],
];

/**
 * A model's token limit, or `undefined` for an unknown model. The limit includes the answer if the maker counts it that
 * way. A provider's name before a slash and letter case are ignored: `OpenAI/GPT-4o` is `gpt-4o`.
 */
export function tokenLimitOf(model: string): number | undefined {
  const name = model
    .slice(model.lastIndexOf('/') + 1)
    .trim()
    .toLowerCase();
  return LIMITS.find(([prefix]) => isOfFamily(name, prefix))?.[1];
}

/** True if the name starts with the prefix and the prefix ends a word: `gpt-4` matches `gpt-4-0613`, not `gpt-42`. */
function isOfFamily(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && (prefix.endsWith('-') || !/[a-z0-9]/.test(name.charAt(prefix.length)));
}
