import type { SessionTotals, TurnInput, Usage } from '@ctx/contract';
import { asNumber, asObject, type JsonObject } from '../../stream/json-line.ts';
import { knownUsage, usageSince } from '../turn-usage.ts';

/**
 * The turn's own usage and the thread's total. Codex reports the total only: of a resumed thread the turn's share is
 * known when the total before it is.
 */
export function codexUsage(
  turnCompleted: JsonObject,
  resume: TurnInput['resume'],
): { usage?: Usage | undefined; totals?: SessionTotals | undefined } {
  const usage = asObject(turnCompleted['usage']);
  if (usage === undefined) return {};
  const total = knownUsage({
    inputTokens: asNumber(usage['input_tokens']),
    cachedInputTokens: asNumber(usage['cached_input_tokens']),
    outputTokens: asNumber(usage['output_tokens']),
    reasoningTokens: asNumber(usage['reasoning_output_tokens']),
  });
  if (total === undefined) return {};
  const totals = { usage: total };
  if (resume === undefined) return { usage: total, totals };
  const before = resume.totalsBefore?.usage;
  return before === undefined ? { totals } : { usage: usageSince(total, before), totals };
}
