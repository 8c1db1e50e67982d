import type { ConversationMessage } from '@ctx/contract';
import type { SendOptions, Team } from '@ctx/team';
import type { OpenConversation } from './begin-conversation.ts';

/** Says something. Without `to` it is for the agent who spoke last, or for the first of the team. */
export async function sendTo(
  { conversation, team }: Pick<OpenConversation, 'conversation' | 'team'>,
  text: string,
  { from, to = defaultAddressees(team, conversation.messages()) }: SendOptions,
): Promise<void> {
  await conversation.send(text, { from, to });
}

function defaultAddressees(team: Team, messages: readonly ConversationMessage[]): string[] {
  const agents = team.members.filter(({ type }) => type === 'ai').map(({ id }) => id);
  const last = messages.findLast(({ speaker }) => agents.includes(speaker.roleId));
  return last === undefined ? agents.slice(0, 1) : [last.speaker.roleId];
}
