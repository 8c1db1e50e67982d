import type { Usage } from '@ctx/contract';
import { asCount } from './json-fields.ts';

const FIELDS = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'reasoningTokens'] as const;

/**
 * Usage without missing and invalid counts; `undefined` if neither input nor output tokens are known. A count of 0 for
 * both means that the agent reported nothing.
 */
export function knownUsage(usage: Usage): Usage | undefined {
  const known: { -readonly [Field in keyof Usage]: number } = {};
  for (const field of FIELDS) {
    const count = asCount(usage[field]);
    if (count !== undefined) known[field] = count;
  }
  if (!known.inputTokens && !known.outputTokens) return undefined;
  // Cached tokens are part of the input. If there are more of them, the field means something else.
  if ((known.cachedInputTokens ?? 0) > (known.inputTokens ?? 0)) delete known.cachedInputTokens;
  return known;
}

/** The usage since `before`; `undefined` if a count is lower than before, so that they cannot be of one session. */
export function usageSince(total: Usage, before: Usage): Usage | undefined {
  const since: { -readonly [Field in keyof Usage]: number } = {};
  for (const field of FIELDS) {
    const now = total[field];
    const earlier = before[field];
    if (now === undefined || earlier === undefined) continue;
    if (now < earlier) return undefined;
    since[field] = now - earlier;
  }
  return knownUsage(since);
}

/** The sum of two reports. A count that neither has stays missing. */
export function sumUsage<Other extends Usage | undefined>(one: Usage | undefined, other: Other): Usage | Other {
  if (one === undefined || other === undefined) return one ?? other;
  const sum: { -readonly [Field in keyof Usage]: number } = {};
  for (const field of FIELDS) {
    if (one[field] === undefined && other[field] === undefined) continue;
    sum[field] = (one[field] ?? 0) + (other[field] ?? 0);
  }
  return sum;
}
