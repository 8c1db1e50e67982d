import { type LimitsRecord, requireNoMore, type SessionLimits } from '@ctx/contract';

const NAMES = ['costUsd', 'tokens', 'minutes'] as const;

/**
 * The limits of a session: those given for it, else those that its log says, else those of its team. A limit that was
 * given for an earlier run stays in force; only another given value or a changed value in the team file replaces it.
 * @throws TypeError for a limit that does not exist.
 * @throws RangeError for a limit that is not a finite number above 0. The log could not hold it.
 */
export function limitsInForce(
  given: SessionLimits = {},
  ofTeam: SessionLimits = {},
  logged?: Pick<LimitsRecord, 'limits' | 'teamLimits'>,
): SessionLimits {
  requireLimits(given);
  requireLimits(ofTeam);
  const limits: { [Name in (typeof NAMES)[number]]?: number } = {};
  for (const name of NAMES) {
    const value = given[name] ?? (logged === undefined ? ofTeam[name] : keptLimit(name, ofTeam[name], logged));
    if (value !== undefined) limits[name] = value;
  }
  return limits;
}

function requireLimits({ costUsd, tokens, minutes, ...unknown }: SessionLimits): void {
  requireNoMore(unknown satisfies Record<string, never>);
  for (const [name, value] of Object.entries({ costUsd, tokens, minutes })) {
    if (value === undefined || (Number.isFinite(value) && value > 0)) continue;
    throw new RangeError(`limits.${name} must be a finite number above 0, got ${value}. Leave it out for no limit.`);
  }
}

// Leaving a limit out of the team file lifts only a limit that came from there.
function keptLimit(
  name: (typeof NAMES)[number],
  inTeam: number | undefined,
  { limits, teamLimits }: Pick<LimitsRecord, 'limits' | 'teamLimits'>,
): number | undefined {
  const [before, inTeamBefore] = [limits[name], teamLimits[name]];
  if (inTeam === inTeamBefore) return before;
  return inTeam ?? (before === inTeamBefore ? undefined : before);
}

/** The record of the limits, if the log does not have it yet. */
export function changedLimits(
  limits: SessionLimits,
  ofTeam: SessionLimits | undefined,
  logged?: LimitsRecord,
): LimitsRecord[] {
  const teamLimits = ofTeam ?? {};
  const isLogged = areSame(limits, logged?.limits) && areSame(teamLimits, logged?.teamLimits);
  return isLogged ? [] : [{ type: 'limits', limits, teamLimits, at: Date.now() }];
}

function areSame(some: SessionLimits, others: SessionLimits = {}): boolean {
  return NAMES.every((name) => some[name] === others[name]);
}
