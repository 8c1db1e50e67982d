import type { Team, TeamLimits } from '../team-file/team.ts';
import type { SessionCosts } from './cost-ledger.ts';
import { describeCost, formatUsd } from './describe-cost.ts';
import type { Prices } from './prices.ts';

const MS_PER_MINUTE = 60_000;
const number = new Intl.NumberFormat('en-GB');

/** A sentence about the limit that a session has reached; `undefined` while it is below all limits. */
export function reachedLimit(
  limits: TeamLimits | undefined,
  costs: SessionCosts,
  nameOf: (member: string) => string,
): string | undefined {
  const { costUsd, tokens, minutes } = limits ?? {};
  if (costUsd !== undefined && costs.costUsd >= costUsd) {
    return `The limit of ${formatUsd(costUsd)} (limits.costUsd) is reached: ${describeCost(costs, nameOf)} so far.`;
  }
  if (tokens !== undefined && costs.tokens >= tokens) {
    const about = costs.turnsOfEstimatedTokens > 0 ? 'about ' : '';
    const used = `${about}${number.format(costs.tokens)}`;
    return `The limit of ${number.format(tokens)} tokens (limits.tokens) is reached: ${used} so far.`;
  }
  if (minutes !== undefined && costs.durationMs >= minutes * MS_PER_MINUTE) {
    const used = (costs.durationMs / MS_PER_MINUTE).toFixed(1);
    const unit = minutes === 1 ? 'minute' : 'minutes';
    return `The limit of ${minutes} ${unit} (limits.minutes) is reached: ${used} so far.`;
  }
  return undefined;
}

/** A note for the start of a session with a cost limit: the members whose cost is not known and not counted. */
export function limitNotes({ limits, members }: Team, prices: Prices | undefined): string[] {
  if (limits?.costUsd === undefined) return [];
  const uncounted = members.filter(
    (member) =>
      member.type === 'ai' &&
      member.agentType !== 'claude-code' &&
      (member.model === undefined || prices === undefined || !Object.hasOwn(prices, member.model)),
  );
  if (uncounted.length === 0) return [];
  const names = uncounted.map(({ label }) => label).join(', ');
  return [
    `The limit of ${formatUsd(limits.costUsd)} does not count ${names}: their cost is not known. ` +
      'Give them a model in the team file and its price under prices in config.yaml, or set limits.tokens.',
  ];
}
