import { type AgentMember, createMemberDirectory, type Team } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { nearestMember } from './nearest-member.ts';
import { readAddress } from './read-address.ts';

/**
 * Returns the ids of the members with these names, for names that need no `@`; `all` means all agents.
 * @throws UsageError for an unknown name, and if only the person itself is named.
 */
export function membersNamed(
  names: readonly string[],
  { team, self }: { readonly team: Pick<Team, 'members'>; readonly self?: string | undefined },
): readonly string[] {
  const address = readAddress(names.map((name) => `@${withoutAt(name)}`).join(', '), team);
  if (address.type === 'unknown') throw unknownMember(address.name, address.nearest, useOneOf(team, 'all'));
  const others = address.type === 'none' ? [] : address.to.filter((id) => id !== self);
  if (others.length === 0) throw new UsageError('That is you. Name somebody else.');
  return others;
}

/**
 * Finds an agent by its name, with or without `@`.
 * @throws UsageError if no agent has this name.
 */
export function requireAgent(typed: string, team: Pick<Team, 'members'>): AgentMember {
  const name = withoutAt(typed);
  const member = createMemberDirectory(team).find(name);
  if (member?.type === 'ai') return member;
  if (member !== undefined) throw new UsageError(`${safeLine(member.label)} is not an agent. ${useOneOf(team)}`);
  throw unknownMember(name, nearestMember(name, agentsOf(team)), useOneOf(team));
}

function withoutAt(name: string): string {
  return name.replace(/^@/, '');
}

function unknownMember(name: string, nearest: string | undefined, choices: string): UsageError {
  const problem = name === '' ? 'A name is missing.' : `Nobody in the team is called "${safeLine(name)}".`;
  return new UsageError(`${problem} ${nearest === undefined ? choices : `Did you mean ${nearest}?`}`);
}

function useOneOf(team: Pick<Team, 'members'>, ...more: readonly string[]): string {
  return `Use one of: ${[...agentsOf(team).map(({ id }) => id), ...more].join(', ')}.`;
}
