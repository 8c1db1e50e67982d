import type { SessionTotals, TurnInput, Usage } from '@ctx/contract';
import { asCount, asObject, type JsonObject } from '../json-fields.ts';
import { knownUsage, usageSince } from '../turn-usage.ts';

/**
 * The usage of the turn and the total of the thread. Codex reports only the total. For a resumed thread the usage of
 * the turn is known only if the total before it is.
 */
export function codexUsage(
  turnCompleted: JsonObject,
  resume: TurnInput['resume'],
): { usage?: Usage | undefined; totals?: SessionTotals | undefined } {
  const usage = asObject(turnCompleted['usage']);
  if (usage === undefined) return {};
  const total = knownUsage({
    inputTokens: asCount(usage['input_tokens']),
    cachedInputTokens: asCount(usage['cached_input_tokens']),
    outputTokens: asCount(usage['output_tokens']),
    reasoningTokens: asCount(usage['reasoning_output_tokens']),
  });
  if (total === undefined) return {};
  const totals = { usage: total };
  if (resume === undefined) return { usage: total, totals };
  const before = resume.totalsBefore?.usage;
  return before === undefined ? { totals } : { usage: usageSince(total, before), totals };
}
