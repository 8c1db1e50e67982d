/**
 * Input limits by model name, as regular expressions for the beginning of it; the first that matches counts. Where a maker
 * states only one figure for input and answer together, it is that one.
 *
 * Sources, all read in November 2026: models.dev (github.com/anomalyco/models.dev), which names the makers' own pages, for
 * each group as of the given month. Without a month: the makers' pages as of 2025, confirmed there.
 */
const LIMITS: readonly (readonly [name: string, tokens: number])[] = [
  // Google, 2026-09. Gemini 1.5: ai.google.dev, 2024.
  ['gemini-1\\.5-pro', 2_097_152],
  ['gemini-2\\.0-flash-(?:preview-)?image-generation', 32_768],
  ['gemini-2\\.5-flash-image', 32_768],
  ['gemini-3(?:\\.\\d)?-(?:pro|flash)-image', 65_536],
  ['gemini-(?:1\\.5|2\\.0|2\\.5|3|3\\.[1578])', 1_048_576],
  ['gemma-4-(?:26|31)b', 262_144],
  ['gemma-?3', 131_072],

  // OpenAI, 2026-09. Input is stated apart from the context of 400,000 (272,000) and of 1,050,000 (922,000).
  ['gpt-6-(?:astra|sol|luna)', 922_000],
  ['gpt-5\\.4-(?:mini|nano)', 272_000],
  ['gpt-5\\.5-instant', 272_000],
  ['gpt-5\\.[456]', 922_000],
  ['gpt-5\\.3-codex-spark', 128_000],
  ['gpt-5(?:\\.[123])?-chat', 128_000],
  ['gpt-5(?:\\.[123])?', 272_000],
  ['gpt-4\\.1', 1_047_576],
  ['gpt-4\\.5|gpt-4o|chatgpt-4o|gpt-4-turbo|gpt-4-(?:0125|1106)', 128_000],
  ['gpt-4-32k', 32_768],
  ['gpt-4', 8_192],
  ['gpt-3\\.5-turbo', 16_385],
  ['gpt-oss', 131_072],
  ['o1-(?:mini|preview)', 128_000],
  ['o1|o3|o4', 200_000],

  // Anthropic, 2026-10.
  ['claude-(?:opus|sonnet|haiku|fable|mythos)-5', 1_000_000],
  ['claude-opus-4[-.][678]|claude-sonnet-4[-.]6', 1_000_000],
  ['claude-(?:opus|sonnet|haiku)-4|claude-3(?:\\.[57])?', 200_000],

  // Alibaba, 2026-08. Open Qwen 3 models: huggingface.co/Qwen, 2025.
  ['qwen3\\.7-max', 991_808],
  ['qwen3\\.8-max|qwen3\\.[5678]-(?:plus|flash)', 1_000_000],
  ['qwen3\\.[568]', 262_144],
  ['qwen3-coder-(?:plus|flash)', 1_000_000],
  ['qwen3-(?:coder|max|next|vl)|qwen3-\\d+b(?:-a\\d+b)?-(?:instruct|thinking)-2507', 262_144],
  ['qwen3|qwen2\\.5|qwq', 131_072],
  ['qwen-(?:plus|flash|turbo)', 1_000_000],
  ['qwen-max', 32_768],

  // DeepSeek, 2026-08.
  ['deepseek-(?:v4|v4\\.1|flash)', 1_000_000],
  ['deepseek-(?:chat|reasoner|coder|r1|v3|v3\\.[12])|deepseek\\.(?:r1|v3)', 131_072],

  // Moonshot, 2026-07; Z.ai, 2026-08; MiniMax, 2026-06; xAI, 2026-09.
  ['kimi-k3', 1_048_576],
  ['kimi-k2-0711', 131_072],
  ['kimi-k2(?:\\.[5678])?', 262_144],
  ['glm-5\\.[23]', 1_000_000],
  ['glm-(?:4\\.[67]|5|5\\.1)', 200_000],
  ['glm-4\\.5', 131_072],
  ['minimax-m3', 512_000],
  ['minimax-m2(?:\\.[157])?', 204_800],
  ['grok-4-fast', 2_000_000],
  ['grok-4\\.3', 1_000_000],
  ['grok-4\\.[567]', 500_000],
  ['grok-4|grok-code-fast-1', 256_000],

  // Mistral, 2026-08; Meta: llama.com, 2024.
  ['mistral-large-2512|mistral-medium-(?:2604|3\\.5)|devstral-2512', 262_144],
  ['llama-?3[.-][123]', 131_072],
];

const PATTERNS = LIMITS.map(([name, tokens]) => ({ pattern: new RegExp(`^(?:${name})(?![a-z0-9]|\\.\\d)`), tokens }));

/**
 * A model's input limit in tokens: how much a request may hold. `undefined` for an unknown model, also for a later version of
 * a known one. Letter case and what providers put before the name are ignored: `OpenAI/GPT-4o`,
 * `us.anthropic.claude-opus-5-v1:0`, `openrouter:openai/gpt-5`.
 */
export function tokenLimitOf(model: string): number | undefined {
  let name = model
    .slice(model.lastIndexOf('/') + 1)
    .trim()
    .toLowerCase();
  // Bedrock puts region and maker before the name, with dots; others a provider, with a colon.
  for (let prefixes = 0; prefixes <= 3; prefixes += 1) {
    const limit = limitOf(name);
    const [prefix] = /^[a-z-]+[.:]/.exec(name) ?? [];
    if (limit !== undefined || prefix === undefined) return limit;
    name = name.slice(prefix.length);
  }
  return undefined;
}

function limitOf(name: string): number | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(name))?.tokens;
}
