import type { Team } from '@ctx/team';

/** Limits given on the command line. */
export interface LimitOptions {
  /** US dollars. */
  readonly maxCost?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxMinutes?: number | undefined;
}

/** Returns the team with the command line's limits in place of those in the team file. */
export function withLimits(team: Team, { maxCost, maxTokens, maxMinutes }: LimitOptions): Team {
  const given = { costUsd: maxCost, tokens: maxTokens, minutes: maxMinutes };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return set.length === 0 ? team : { ...team, limits: { ...team.limits, ...Object.fromEntries(set) } };
}
