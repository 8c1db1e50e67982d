import type { ConversationMessage } from '@ctx/contract';
import type { Team } from '@ctx/team';

/** Id of the member a message is for that names nobody: the agent who spoke last, else the first of the team. */
export function defaultAddressee(team: Team, messages: readonly ConversationMessage[]): string | undefined {
  const agents = team.members.filter(({ type }) => type === 'ai').map(({ id }) => id);
  const last = messages.findLast(({ speaker }) => agents.includes(speaker.roleId));
  return last?.speaker.roleId ?? agents[0];
}
