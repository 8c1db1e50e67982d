import type { Team } from '@ctx/team';
import { type AddressedText, addressText, describeUnknown } from '../addressing/address-text.ts';
import { readAddress } from '../addressing/read-address.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { OpenConversation } from './begin-conversation.ts';

type Open = Pick<OpenConversation, 'conversation' | 'team'>;

/** What a person says goes before what agents ask of each other. */
export async function sendAsPerson(
  { conversation }: Pick<Open, 'conversation'>,
  { text, to }: AddressedText,
  from?: string,
): Promise<void> {
  await conversation.send(text, { from, to, intent: 'P1' });
}

/**
 * Says something from the command line: to those it names, else to those of `--to`, else to whoever spoke last.
 * @throws UsageError when it is not clear whom it is for; then nothing is said.
 */
export async function sendTo(open: Open, typed: string, names: readonly string[] | undefined): Promise<void> {
  const { team } = open;
  const self = team.members.find(({ type }) => type === 'human')?.id;
  const wanted = names === undefined ? undefined : membersOfOption(names, team);
  const address = readAddress(typed, team);
  if (wanted !== undefined && address.type === 'named' && address.to.join() !== wanted.join()) {
    throw new UsageError('The message begins with an @name, and --to names somebody else. Leave one of them out.');
  }
  const shown = wanted ?? usualAddressees(open);
  await sendAsPerson(open, addressText(typed, { team, self, shown }));
}

function membersOfOption(names: readonly string[], team: Team): readonly string[] {
  const address = readAddress(names.map((name) => `@${name.replace(/^@/, '')}`).join(', '), team);
  if (address.type === 'unknown') throw new UsageError(describeUnknown(address, team));
  return address.type === 'named' ? address.to : [];
}

/** Whom a text is for that names nobody: the agent who spoke last, else the first of the team. */
export function usualAddressees({ conversation, team }: Open): readonly string[] {
  const agents = team.members.filter(({ type }) => type === 'ai').map(({ id }) => id);
  const last = conversation.messages().findLast(({ speaker }) => agents.includes(speaker.roleId));
  return last === undefined ? agents.slice(0, 1) : [last.speaker.roleId];
}
