import { CtxError } from '@ctx/contract';
import { type AddressedText, addressText, areSameMembers } from '../addressing/address-text.ts';
import { membersNamed } from '../addressing/members-named.ts';
import { readAddress } from '../addressing/read-address.ts';
import { agentsOf } from '../agents/agents-of.ts';
import { describeError } from '../terminal/describe-error.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { OpenConversation } from './begin-conversation.ts';

type Open = Pick<OpenConversation, 'conversation' | 'team' | 'cut'>;

/**
 * Sends a person's message. It goes before the calls that agents make to each other.
 * @throws UsageError if nothing but names was typed.
 * @throws CtxError `CTX_MESSAGE_TOO_LONG` without `cut`, if it does not fit an agent it is for. Then nothing is sent.
 */
export async function sendAsPerson(
  { conversation, cut }: Pick<Open, 'conversation' | 'cut'>,
  { text, to }: AddressedText,
  from?: string,
): Promise<void> {
  if (text === '') throw new UsageError('There is no text behind the name. Write what the agent should do.');
  await conversation.send(text, { from, to, intent: 'P1', cut });
}

/** Asks whether a message is cut; gets the reason why it does not fit. */
export type AskToCut = (why: string) => Promise<boolean>;

/** Sends a person's message; asks if it does not fit, and throws the reason if it is not to be cut. */
export async function sendOrCut(
  open: Pick<Open, 'conversation' | 'cut'>,
  message: AddressedText,
  from: string | undefined,
  ask: AskToCut = async () => false,
): Promise<void> {
  try {
    await sendAsPerson(open, message, from);
  } catch (error) {
    const isTooLong = CtxError.isInstance(error) && error.code === 'CTX_MESSAGE_TOO_LONG';
    if (!isTooLong || !(await ask(describeError(error).text))) throw error;
    await sendAsPerson({ ...open, cut: true }, message, from);
  }
}

/**
 * Sends a message from the command line to the members it names, else to those of `--to`, else to the agent that spoke
 * last.
 * @throws UsageError if the addressees are not clear. Then nothing is sent.
 */
export async function sendTo(open: Open, typed: string, names: readonly string[] | undefined): Promise<void> {
  const { team } = open;
  const self = team.members.find(({ type }) => type === 'human')?.id;
  const optionTo = names === undefined ? undefined : membersNamed(names, { team, self });
  const address = readAddress(typed, team);
  if (optionTo !== undefined && address.type === 'named' && !areSameMembers(address.to, optionTo)) {
    throw new UsageError('The message begins with an @name, but --to names somebody else. Leave out one of them.');
  }
  const shown = optionTo ?? defaultAddressees(open);
  await sendAsPerson(open, addressText(typed, { team, self, shown }));
}

/** Who gets a text that names nobody: the agent that spoke last, else the first agent of the team. */
export function defaultAddressees({ conversation, team }: Open): readonly string[] {
  const agents = agentsOf(team).map(({ id }) => id);
  const last = conversation.messages().findLast(({ speaker }) => agents.includes(speaker.roleId));
  return last === undefined ? agents.slice(0, 1) : [last.speaker.roleId];
}
