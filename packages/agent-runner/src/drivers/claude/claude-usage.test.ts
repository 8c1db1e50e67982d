import { describe, expect, it } from 'vitest';
import { claudeAmounts } from './claude-usage.ts';

const NEW = { resume: undefined };

describe('the amounts of a result of Claude Code', () => {
  it('are unknown if it has none', () => {
    expect(claudeAmounts({}, NEW, false)).toEqual({});
    expect(claudeAmounts({}, NEW, false)).not.toHaveProperty('costUsd');
    expect(claudeAmounts({ usage: { output_tokens: 3 } }, NEW, false)).toEqual({});
  });

  it('have thinking only if it is counted', () => {
    const usage = (thinking_tokens: number) => ({
      usage: { input_tokens: 5, output_tokens: 3, output_tokens_details: { thinking_tokens } },
    });
    expect(claudeAmounts(usage(2), NEW, false).usage).toEqual({ inputTokens: 5, outputTokens: 3, reasoningTokens: 2 });
    expect(claudeAmounts(usage(0), NEW, false).usage).toEqual({ inputTokens: 5, outputTokens: 3 });
  });

  it('add up all models for the total of the session', () => {
    const modelUsage = {
      opus: { inputTokens: 10, cacheReadInputTokens: 4, outputTokens: 3, thinkingTokens: 2, contextWindow: 200 },
      haiku: { inputTokens: 1, cacheCreationInputTokens: 1, outputTokens: 1, contextWindow: 100 },
      odd: null,
    };
    const { totals, contextWindow } = claudeAmounts({ modelUsage }, NEW, false);
    expect(totals).toEqual({ usage: { inputTokens: 16, cachedInputTokens: 4, outputTokens: 4, reasoningTokens: 2 } });
    expect(contextWindow).toBe(200);
  });

  it('after a compaction are the total, minus the total before of a resumed session', () => {
    const result = { modelUsage: { opus: { inputTokens: 10, outputTokens: 3 } } };
    const total = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 3 };
    expect(claudeAmounts(result, NEW, true).usage).toEqual(total);
    const before = { inputTokens: 4, cachedInputTokens: 0, outputTokens: 1 };
    const resume = { sessionId: 's1', totalsBefore: { usage: before } };
    expect(claudeAmounts(result, { resume }, true).usage).toMatchObject({ inputTokens: 6, outputTokens: 2 });
    expect(claudeAmounts(result, { resume: { sessionId: 's1' } }, true).usage).toBeUndefined();
    expect(claudeAmounts({}, { resume }, true)).toEqual({});
  });
});
