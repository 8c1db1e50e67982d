import type { Usage } from '@ctx/contract';
import { asCount } from './json-fields.ts';

const FIELDS = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'reasoningTokens'] as const;

/**
 * Usage without what is unknown, or what is no count of tokens; `undefined` when nothing is known. A turn that used no
 * token at all reported nothing.
 */
export function knownUsage(usage: Usage): Usage | undefined {
  const known: { -readonly [Field in keyof Usage]: number } = {};
  for (const field of FIELDS) {
    const count = asCount(usage[field]);
    if (count !== undefined) known[field] = count;
  }
  if (!known.inputTokens && !known.outputTokens) return undefined;
  // Cached tokens are part of the input: a report that says otherwise counts something else.
  if ((known.cachedInputTokens ?? 0) > (known.inputTokens ?? 0)) delete known.cachedInputTokens;
  return known;
}

/** What was used since `before`; `undefined` when the two cannot belong to one session. */
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
