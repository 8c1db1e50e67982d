import { createHash } from 'node:crypto';
import { estimateTokens } from '@ctx/tokens';

/**
 * What a service would have found in its cache, by its own rule. Nothing expires: a turn follows the other. Tokens are
 * estimated, over the JSON of what the service is sent, in the order in which it reads it.
 */

/** Sonnet 4.5: prefixes from 1,024 tokens on, at the `cache_control` marks, found up to 20 blocks before a mark. */
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

/** Models before GPT-5.6: whatever begins alike, from 1,024 tokens on, in steps of 128. */
export function createOpenAICache() {
  const find = createPrefixCache();
  return ({ instructions = '', tools = [], input }) => {
    const { total, shared } = find(JSON.stringify([tools, instructions, input]));
    return { input: total, cached: shared < 1_024 ? 0 : Math.floor(shared / 128) * 128 };
  };
}

/** Gemini 2.5 Flash: whatever begins alike, from 2,048 tokens on. */
export function createGeminiCache() {
  const find = createPrefixCache();
  return ({ systemInstruction, tools, contents }) => {
    const { total, shared } = find(JSON.stringify([tools, systemInstruction, contents]));
    return { input: total, cached: shared < 2_048 ? 0 : shared };
  };
}

/** Remembers every request, and finds the longest beginning that one of them shares with a new one. */
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
