import type { SessionTotals, TurnInput, TurnResult, Usage } from '@ctx/contract';
import { asCount, asNumber, asObject, type JsonObject } from '../json-fields.ts';
import { knownUsage, usageSince } from '../turn-usage.ts';

/** What a result says about tokens and cost. */
export type ClaudeAmounts = Pick<TurnResult, 'usage' | 'totals' | 'costUsd' | 'contextWindow'>;

/**
 * The turn's own usage and cost, and the session's totals. The CLI counts cost and `modelUsage` over resumes, so what was
 * before is taken off; unknown where that is. After a compaction only `modelUsage` has all requests of the turn.
 */
export function claudeAmounts(
  result: JsonObject,
  { resume }: Pick<TurnInput, 'resume'>,
  wasCompacted: boolean,
): ClaudeAmounts {
  const total = modelUsage(result);
  const usage = wasCompacted ? shareOf(total, resume) : claudeUsage(result);
  const cost = claudeCost(result, usage, resume);
  const totals: SessionTotals = {
    ...(total === undefined ? {} : { usage: total }),
    ...(cost.total === undefined ? {} : { costUsd: cost.total }),
  };
  return {
    usage,
    ...(cost.ofTurn === undefined ? {} : { costUsd: cost.ofTurn }),
    ...(Object.keys(totals).length === 0 ? {} : { totals }),
    contextWindow: contextWindow(result),
  };
}

/** Claude counts what it read from and wrote to its cache apart from the other input. */
function claudeUsage(result: JsonObject): Usage | undefined {
  const usage = asObject(result['usage']);
  const input = asCount(usage?.['input_tokens']);
  if (usage === undefined || input === undefined) return undefined;
  const cached = asCount(usage['cache_read_input_tokens']);
  const written = asCount(usage['cache_creation_input_tokens']) ?? 0;
  return knownUsage({
    inputTokens: input + (cached ?? 0) + written,
    cachedInputTokens: cached,
    outputTokens: asCount(usage['output_tokens']),
    reasoningTokens: thinking(asObject(usage['output_tokens_details'])?.['thinking_tokens']),
  });
}

/** Of all models and all turns of the session. */
function modelUsage(result: JsonObject): Usage | undefined {
  const models = Object.values(asObject(result['modelUsage']) ?? {}).map(asObject);
  const sum = (...names: string[]) =>
    models.reduce((total, model) => names.reduce((all, name) => all + (asCount(model?.[name]) ?? 0), total), 0);
  return knownUsage({
    inputTokens: sum('inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'),
    cachedInputTokens: sum('cacheReadInputTokens'),
    outputTokens: sum('outputTokens'),
    reasoningTokens: thinking(sum('thinkingTokens')),
  });
}

function shareOf(total: Usage | undefined, resume: TurnInput['resume']): Usage | undefined {
  if (total === undefined || resume === undefined) return total;
  const before = resume.totalsBefore?.usage;
  return before === undefined ? undefined : usageSince(total, before);
}

// It is 0 also where the model did think: then it is unknown.
function thinking(count: unknown): number | undefined {
  return asCount(count) || undefined;
}

/** Of the model with the most input: the others are for small tasks beside the conversation. */
function contextWindow(result: JsonObject): number | undefined {
  const models = Object.values(asObject(result['modelUsage']) ?? {}).map(asObject);
  const input = (model: JsonObject | undefined) =>
    (asCount(model?.['inputTokens']) ?? 0) + (asCount(model?.['cacheReadInputTokens']) ?? 0);
  const [main] = models.sort((one, other) => input(other) - input(one));
  return asCount(main?.['contextWindow']) || undefined;
}

function claudeCost(
  result: JsonObject,
  usage: Usage | undefined,
  resume: TurnInput['resume'],
): { readonly ofTurn?: number; readonly total?: number } {
  const total = asNumber(result['total_cost_usd']);
  // A turn that was broken off reports 0 for what it did not count.
  if (total === undefined || total < 0 || (total === 0 && usage === undefined)) return {};
  const before = resume === undefined ? 0 : resume.totalsBefore?.costUsd;
  const isKnown = before !== undefined && before <= total;
  return isKnown ? { ofTurn: total - before, total } : { total };
}
