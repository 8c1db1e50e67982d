import type { Team } from '@ctx/team';
import { InvalidArgumentError } from 'commander';

/** Limits from the command line. */
export interface LimitOptions {
  /** US dollars. */
  readonly maxCost?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxMinutes?: number | undefined;
}

/** The team with the limits of the command line in place of those in its file. */
export function withLimits(team: Team, { maxCost, maxTokens, maxMinutes }: LimitOptions): Team {
  const given = { costUsd: maxCost, tokens: maxTokens, minutes: maxMinutes };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return set.length === 0 ? team : { ...team, limits: { ...team.limits, ...Object.fromEntries(set) } };
}

/** Reads the value of such an option. */
export function positiveAmount(value: string): number {
  const amount = Number(value.replace(/^\$/, ''));
  if (Number.isFinite(amount) && amount > 0) return amount;
  throw new InvalidArgumentError('It must be a number above 0.');
}
