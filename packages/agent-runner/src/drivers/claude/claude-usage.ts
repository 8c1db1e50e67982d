import type { SessionTotals, TurnInput, TurnResult, Usage } from '@ctx/contract';
import { asCount, asNumber, asObject, type JsonObject } from '../json-fields.ts';
import { knownUsage, usageSince } from '../turn-usage.ts';

/** Tokens and cost of a result. */
export type ClaudeAmounts = Pick<TurnResult, 'usage' | 'totals' | 'costUsd' | 'contextWindow'>;

/**
 * Usage and cost of the turn, and totals of the session. The CLI adds up cost and `modelUsage` over resumed turns, so
 * the totals before this turn are subtracted; if they are unknown, so is the turn's share. After a compaction only
 * `modelUsage` includes all requests of the turn.
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

/** Claude Code counts cache reads and cache writes separately from the other input. */
function claudeUsage(result: JsonObject): Usage | undefined {
  const usage = asObject(result['usage']) ?? {};
  const input = asCount(usage['input_tokens']);
  if (input === undefined) return undefined;
  const cached = asCount(usage['cache_read_input_tokens']);
  const written = asCount(usage['cache_creation_input_tokens']) ?? 0;
  return knownUsage({
    inputTokens: input + (cached ?? 0) + written,
    cachedInputTokens: cached,
    outputTokens: asCount(usage['output_tokens']),
    reasoningTokens: thinking(asObject(usage['output_tokens_details'])?.['thinking_tokens']),
  });
}

/** The usage of all models in all turns of the session. */
function modelUsage(result: JsonObject): Usage | undefined {
  const models = modelsOf(result);
  const sum = (...names: string[]) =>
    models.reduce((total, model) => names.reduce((all, name) => all + (asCount(model[name]) ?? 0), total), 0);
  return knownUsage({
    inputTokens: sum('inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'),
    cachedInputTokens: sum('cacheReadInputTokens'),
    outputTokens: sum('outputTokens'),
    reasoningTokens: thinking(sum('thinkingTokens')),
  });
}

/** The turn's share of the session's total. */
function shareOf(total: Usage | undefined, resume: TurnInput['resume']): Usage | undefined {
  if (total === undefined || resume === undefined) return total;
  const before = resume.totalsBefore?.usage;
  return before === undefined ? undefined : usageSince(total, before);
}

/** The CLI may report 0 although the model did think, so 0 means unknown. */
function thinking(count: unknown): number | undefined {
  return asCount(count) || undefined;
}

/** The context window of the model with the most input. The others do small tasks besides the conversation. */
function contextWindow(result: JsonObject): number | undefined {
  const input = (model: JsonObject) =>
    (asCount(model['inputTokens']) ?? 0) + (asCount(model['cacheReadInputTokens']) ?? 0);
  const [main] = modelsOf(result).sort((one, other) => input(other) - input(one));
  return asCount(main?.['contextWindow']) || undefined;
}

function modelsOf(result: JsonObject): JsonObject[] {
  return Object.values(asObject(result['modelUsage']) ?? {}).map((model) => asObject(model) ?? {});
}

function claudeCost(
  result: JsonObject,
  usage: Usage | undefined,
  resume: TurnInput['resume'],
): { readonly ofTurn?: number; readonly total?: number } {
  const total = asNumber(result['total_cost_usd']);
  // A turn that broke off reports 0 for a cost that it did not count.
  if (total === undefined || total < 0 || (total === 0 && usage === undefined)) return {};
  const before = resume === undefined ? 0 : resume.totalsBefore?.costUsd;
  const isKnown = before !== undefined && before <= total;
  return isKnown ? { ofTurn: total - before, total } : { total };
}
