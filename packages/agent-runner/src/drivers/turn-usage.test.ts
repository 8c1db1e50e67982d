import { describe, expect, it } from 'vitest';
import { knownUsage, sumUsage, usageSince } from './turn-usage.ts';

describe('known usage', () => {
  it('has only valid counts', () => {
    const reported = { inputTokens: 5, cachedInputTokens: -1, outputTokens: 2.5 };
    expect(knownUsage(reported)).toEqual({ inputTokens: 5 });
    expect(Object.keys(knownUsage(reported) ?? {})).toEqual(['inputTokens']);
  });

  it('needs input or output tokens', () => {
    expect(knownUsage({ inputTokens: 0, outputTokens: 0, reasoningTokens: 3 })).toBeUndefined();
    expect(knownUsage({ outputTokens: 1 })).toEqual({ outputTokens: 1 });
  });

  it('has cached tokens only if they can be a part of the input', () => {
    expect(knownUsage({ inputTokens: 5, cachedInputTokens: 5 })).toHaveProperty('cachedInputTokens', 5);
    expect(knownUsage({ inputTokens: 5, cachedInputTokens: 6 })).not.toHaveProperty('cachedInputTokens');
    expect(knownUsage({ outputTokens: 5, cachedInputTokens: 6 })).not.toHaveProperty('cachedInputTokens');
  });
});

describe('usage since an earlier total', () => {
  it('has the counts that both totals have', () => {
    const before = { inputTokens: 4, outputTokens: 1, reasoningTokens: 1 };
    expect(usageSince({ inputTokens: 10, cachedInputTokens: 3, outputTokens: 1 }, before)).toEqual({
      inputTokens: 6,
      outputTokens: 0,
    });
  });

  it('is unknown if a count has become smaller', () => {
    expect(usageSince({ inputTokens: 10, outputTokens: 1 }, { inputTokens: 4, outputTokens: 2 })).toBeUndefined();
  });
});

describe('the sum of two reports', () => {
  it('has every count that one of them has', () => {
    const sum = sumUsage({ inputTokens: 1, outputTokens: 2 }, { inputTokens: 3, reasoningTokens: 4 });
    expect(sum).toEqual({ inputTokens: 4, outputTokens: 2, reasoningTokens: 4 });
    expect(sum).not.toHaveProperty('cachedInputTokens');
  });

  it('is the one report if the other is missing', () => {
    const usage = { inputTokens: 1 };
    expect(sumUsage(usage, undefined)).toBe(usage);
    expect(sumUsage(undefined, usage)).toBe(usage);
  });
});
