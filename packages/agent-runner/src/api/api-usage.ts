import type { Usage } from '@ctx/contract';

/** The tokens of two requests together. What neither reported stays missing. */
export function sumUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const sum = (key: keyof Usage): Usage => {
    const values = [one[key], other[key]].filter((value) => value !== undefined);
    return values.length === 0 ? {} : { [key]: values.reduce((total, value) => total + value, 0) };
  };
  return { ...sum('inputTokens'), ...sum('cachedInputTokens'), ...sum('outputTokens'), ...sum('reasoningTokens') };
}

/** A count that was not reported is no property at all. */
export function withoutMissing(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => typeof count === 'number'));
}
