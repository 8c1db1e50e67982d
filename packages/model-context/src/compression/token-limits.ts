/** Beginnings of model names and the tokens such a model takes, the longer beginning first. As their makers say. */
const LIMITS: readonly (readonly [beginning: string, tokens: number])[] = [
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
 * How many tokens a model takes, prompt and answer together where it counts them so; `undefined` for a model that is
 * not known. A provider's name before a slash and letter case do not matter: `OpenAI/GPT-4o` is `gpt-4o`.
 */
export function tokenLimitOf(model: string): number | undefined {
  const name = model
    .slice(model.lastIndexOf('/') + 1)
    .trim()
    .toLowerCase();
  return LIMITS.find(([beginning]) => isOfFamily(name, beginning))?.[1];
}

/** `gpt-4` is the beginning of `gpt-4-0613`, and not of `gpt-42`. */
function isOfFamily(name: string, beginning: string): boolean {
  return name.startsWith(beginning) && (beginning.endsWith('-') || !/[a-z0-9]/.test(name.charAt(beginning.length)));
}
