import { poolName, type TeamIdentity } from '../team-identity.ts';

/**
 * The pools of a worker, one for each agent type it runs.
 * @throws RangeError for agent types that the team does not have.
 */
export function workerPools(team: TeamIdentity, can: readonly string[] | undefined): string[] {
  const types = [...new Set([...team.agents.values()].map(({ agentType }) => agentType))];
  const wanted = can ?? types;
  const unknown = wanted.filter((type) => !types.includes(type));
  if (unknown.length > 0 || wanted.length === 0) {
    const missing =
      unknown.length === 0 ? 'A worker needs an agent type' : `The team has no agent of type ${unknown.join(', ')}`;
    throw new RangeError(`${missing}; the team has ${types.join(', ') || 'no agents'}`);
  }
  return [...new Set(wanted)].map((type) => poolName(team, type));
}

/**
 * Checks options that must be positive.
 * @throws RangeError for a value that is not a finite number above 0.
 */
export function requirePositive(numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`${name} must be a number above 0, not ${value}`);
  }
}
