import type { SessionTotals, TurnInput, Usage } from '@ctx/contract';
import { asCount, asNumber, asObject, type JsonObject } from '../json-fields.ts';
import { knownUsage } from '../turn-usage.ts';

/** The turn's own usage. Claude counts what it read from and wrote to its cache apart from the other input. */
export function claudeUsage(result: JsonObject): Usage | undefined {
  const usage = asObject(result['usage']);
  const input = asCount(usage?.['input_tokens']);
  if (usage === undefined || input === undefined) return undefined;
  const cached = asCount(usage['cache_read_input_tokens']);
  const written = asCount(usage['cache_creation_input_tokens']) ?? 0;
  const thinking = asCount(asObject(usage['output_tokens_details'])?.['thinking_tokens']);
  return knownUsage({
    inputTokens: input + (cached ?? 0) + written,
    cachedInputTokens: cached,
    outputTokens: asCount(usage['output_tokens']),
    // It is 0 also where the model did think: then it is unknown.
    reasoningTokens: thinking === 0 ? undefined : thinking,
  });
}

/** Cost of the turn: the CLI adds up over resumes, so what was spent before is taken off; unknown when that is. */
export function claudeCost(
  result: JsonObject,
  usage: Usage | undefined,
  resume: TurnInput['resume'],
): { costUsd?: number; totals?: SessionTotals } {
  const total = asNumber(result['total_cost_usd']);
  // A turn that was broken off reports 0 for what it did not count.
  if (total === undefined || total < 0 || (total === 0 && usage === undefined)) return {};
  const before = resume === undefined ? 0 : resume.totalsBefore?.costUsd;
  const isKnown = before !== undefined && before <= total;
  return { ...(isKnown ? { costUsd: total - before } : {}), totals: { costUsd: total } };
}
