import type { TeamLimits } from '@ctx/team';

/** Limits given on the command line. */
export interface LimitOptions {
  /** US dollars. */
  readonly maxCost?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxMinutes?: number | undefined;
}

/** Returns the limits of the command line as the conversation takes them. */
export function givenLimits({ maxCost, maxTokens, maxMinutes }: LimitOptions): TeamLimits {
  return { costUsd: maxCost, tokens: maxTokens, minutes: maxMinutes };
}
