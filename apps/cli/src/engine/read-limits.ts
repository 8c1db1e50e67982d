import { normalizeAgentType } from '@ctx/contract';
import { UsageError } from '../terminal/usage-error.ts';

/**
 * Reads the values of `--limit`: each is an agent type and the most turns of that type.
 * @throws UsageError for any other text.
 */
export function readLimits(limits: readonly string[]): Record<string, number> {
  return Object.fromEntries(limits.map(readLimit));
}

function readLimit(limit: string): [agentType: string, turns: number] {
  const [, type = '', count] = /^([^=]+)=([^=]+)$/.exec(limit) ?? [];
  const turns = Number(count);
  if (turns > 0 && Number.isFinite(turns)) return [normalizeAgentType(type), turns];
  throw new UsageError(`--limit takes an agent type and a number above 0, such as codex=2, not ${limit}.`);
}
