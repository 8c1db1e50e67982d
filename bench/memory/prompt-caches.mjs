import { createHash } from 'node:crypto';
import { estimateTokens } from '@ctx/tokens';

// These functions compute how many tokens of a request a service would find in its cache, by the service's own rule.
// Nothing expires, because the turns follow each other quickly. Tokens are estimated from the JSON of the request, in
// the order in which the service reads it.

/** Sonnet 4.5: prefixes of at least 1,024 tokens at `cache_control` marks, found up to 20 blocks before a mark. */
export function createAnthropicCache() {
  const minTokens = 1_024;
  const lookback = 20;
  const written = new Set();
  return ({ tools = [], system = [], messages }) => {
    const blocks = [
      ...tools,
      ...(typeof system === 'string' ? [{ type: 'text', text: system }] : system),
      ...messages.flatMap(({ role, content }) =>
        (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map((block) => ({
          role,
          ...block,
        })),
      ),
    ];
    const hash = createHash('sha256');
    let tokens = 0;
    const prefixes = blocks.map(({ cache_control: mark, ...block }) => {
      const text = JSON.stringify(block);
      tokens += countTokens(text);
      hash.update(text).update('\0');
      return { tokens, key: hash.copy().digest('hex'), isMarked: mark !== undefined };
    });
    const cached = prefixes
      .flatMap(({ isMarked }, at) => (isMarked ? prefixes.slice(Math.max(0, at - lookback), at + 1) : []))
      .filter((prefix) => written.has(prefix.key))
      .reduce((most, prefix) => Math.max(most, prefix.tokens), 0);
    for (const prefix of prefixes) if (prefix.isMarked && prefix.tokens >= minTokens) written.add(prefix.key);
    return { input: tokens, cached };
  };
}

/** Models before GPT-5.6: a common beginning of at least 1,024 tokens, in steps of 128. */
export function createOpenAICache() {
  const find = createPrefixCache();
  return ({ instructions = '', tools = [], input }) => {
    const { total, shared } = find(JSON.stringify([tools, instructions, input]));
    return { input: total, cached: shared < 1_024 ? 0 : Math.floor(shared / 128) * 128 };
  };
}

/** Gemini 2.5 Flash: a common beginning of at least 2,048 tokens. */
export function createGeminiCache() {
  const find = createPrefixCache();
  return ({ systemInstruction, tools, contents }) => {
    const { total, shared } = find(JSON.stringify([tools, systemInstruction, contents]));
    return { input: total, cached: shared < 2_048 ? 0 : shared };
  };
}

/** Remembers every request and finds the longest beginning that a new one shares with any of them. */
function createPrefixCache() {
  const earlier = [];
  return (text) => {
    const shared = earlier.reduce((most, other) => Math.max(most, sharedLength(text, other)), 0);
    earlier.push(text);
    return { total: countTokens(text), shared: countTokens(text.slice(0, shared)) };
  };
}

function sharedLength(one, other) {
  const length = Math.min(one.length, other.length);
  let same = 0;
  while (same < length && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return same;
}

const counted = new Map();

function countTokens(text) {
  const known = counted.get(text) ?? estimateTokens(text);
  counted.set(text, known);
  return known;
}
