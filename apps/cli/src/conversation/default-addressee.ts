import type { ConversationMessage } from '@ctx/contract';
import { createMemberDirectory, type Team } from '@ctx/team';
import { UsageError } from '../terminal/usage-error.ts';

/** Whom a message is for that names nobody: the agent who spoke last, else the first of the team. */
export function defaultAddressee(team: Team, messages: readonly ConversationMessage[]): string | undefined {
  const agents = team.members.filter(({ type }) => type === 'ai').map(({ id }) => id);
  const last = messages.findLast(({ speaker }) => agents.includes(speaker.roleId));
  return last?.speaker.roleId ?? agents[0];
}

/**
 * For whom a message is that names nobody: those of `--to`, or the usual one.
 * @throws UsageError for a name that nobody in the team has
 */
export function addresseesFor(
  team: Team,
  wanted: readonly string[] | undefined,
  messages: readonly ConversationMessage[],
): readonly string[] {
  const usual = defaultAddressee(team, messages);
  if (wanted === undefined) return usual === undefined ? [] : [usual];
  const directory = createMemberDirectory(team);
  const unknown = wanted.find((name) => directory.find(name) === undefined);
  if (unknown === undefined) return wanted;
  const names = team.members.map(({ id }) => id).join(', ');
  throw new UsageError(`Nobody in the team is called "${unknown}". Use one of: ${names}`);
}
