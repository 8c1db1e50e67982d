// @ts-check

/**
 * The tokens to report: the script's own values, or else one token per four bytes.
 *
 * @param {import('../streams.mjs').Turn} turn
 * @param {string} answer
 */
export function reportedUsage({ prompt, script: { usage = {} } }, answer) {
  return {
    input: usage.inputTokens ?? Math.ceil(Buffer.byteLength(prompt) / 4),
    cached: usage.cachedInputTokens ?? 0,
    output: usage.outputTokens ?? Math.ceil(Buffer.byteLength(answer) / 4),
    reasoning: usage.reasoningTokens ?? 0,
    costUsd: usage.costUsd ?? 0,
  };
}
