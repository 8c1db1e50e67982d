import { closestName, createMemberDirectory, type Team, type TeamMember } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { readAddress } from './read-address.ts';

/**
 * Returns the ids of the members with these names, for names that are typed without `@`; `all` means all agents.
 * @throws UsageError for an unknown name, and if only the person itself is named.
 */
export function membersNamed(
  names: readonly string[],
  { team, self }: { readonly team: Pick<Team, 'members'>; readonly self?: string | undefined },
): readonly string[] {
  const address = readAddress(names.map((name) => `@${name}`).join(', '), team);
  if (address.type === 'unknown') {
    const advice = address.nearest === undefined ? useOneOf(team, 'all') : `Did you mean ${address.nearest}?`;
    throw new UsageError(`${nobodyIs(address.name)} ${advice}`);
  }
  const others = address.type === 'none' ? [] : address.to.filter((id) => id !== self);
  if (others.length === 0) throw new UsageError('That is you. Name somebody else.');
  return others;
}

/**
 * Finds an agent by its name, with or without `@`.
 * @throws UsageError if no agent has this name.
 */
export function requireAgent(typed: string, team: Pick<Team, 'members'>): TeamMember {
  const name = typed.replace(/^@/, '');
  const member = createMemberDirectory(team).find(name);
  if (member?.type === 'ai') return member;
  if (member !== undefined) throw new UsageError(`${safeLine(member.label)} is not an agent.`);
  const agents = agentsOf(team);
  const names = agents.flatMap(({ id, label }) => [id, label]);
  const meant = closestName(name, names);
  const nearest = agents.find(({ id, label }) => id === meant || label === meant)?.id;
  throw new UsageError(`${nobodyIs(name)} ${nearest === undefined ? useOneOf(team) : `Did you mean ${nearest}?`}`);
}

function nobodyIs(name: string): string {
  return `Nobody in the team is called "${safeLine(name)}".`;
}

function useOneOf(team: Pick<Team, 'members'>, ...more: readonly string[]): string {
  return `Use one of: ${[...agentsOf(team).map(({ id }) => id), ...more].join(', ')}.`;
}
