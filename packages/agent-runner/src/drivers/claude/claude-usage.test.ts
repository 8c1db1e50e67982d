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

  it('have the context window of the model with the most input', () => {
    const windowOf = (...models: object[]) => claudeAmounts({ modelUsage: { ...models } }, NEW, false).contextWindow;
    const [small, large] = [
      { inputTokens: 1, contextWindow: 100 },
      { inputTokens: 2, contextWindow: 200 },
    ];
    expect([windowOf(small, large), windowOf(large, small)]).toEqual([200, 200]);
    expect(windowOf(small, { cacheReadInputTokens: 2, contextWindow: 300 })).toBe(300);
    expect(windowOf({ contextWindow: 400 })).toBe(400);
  });

  it('have the cost, unless it cannot be one or was not counted', () => {
    const usage = { input_tokens: 5 };
    const costOf = (result: object) => {
      const { costUsd, totals } = claudeAmounts({ ...result }, NEW, false);
      return [costUsd, totals?.costUsd];
    };
    expect(costOf({ usage, total_cost_usd: 2 })).toEqual([2, 2]);
    expect(costOf({ total_cost_usd: 2 })).toEqual([2, 2]);
    expect(costOf({ usage, total_cost_usd: 0 })).toEqual([0, 0]);
    for (const unknown of [
      { total_cost_usd: 0 },
      { usage, total_cost_usd: -1 },
      { usage },
      { usage, total_cost_usd: '2' },
    ]) {
      expect(costOf(unknown)).toEqual([undefined, undefined]);
    }
  });

  it('have as the cost of a resumed turn what was added to the session, if that can be known', () => {
    const costOf = (costUsd: number | undefined) => {
      const resume = { sessionId: 's1', totalsBefore: { costUsd } };
      const amounts = claudeAmounts({ usage: { input_tokens: 5 }, total_cost_usd: 2 }, { resume }, false);
      expect(amounts.totals).toEqual({ costUsd: 2 });
      return amounts.costUsd;
    };
    expect([costOf(0.5), costOf(2), costOf(3), costOf(undefined)]).toEqual([1.5, 0, undefined, undefined]);
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
