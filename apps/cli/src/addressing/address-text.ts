import { createMemberDirectory, readRoute, type Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { type Address, readAddress } from './read-address.ts';

/** A text and who gets it, by id. */
export interface AddressedText {
  readonly text: string;
  readonly to: readonly string[];
}

/** Who speaks, and who is meant by a text that names nobody. */
export interface AddressingSituation {
  readonly team: Pick<Team, 'members'>;
  /** Id of the person who speaks; missing for a guest. */
  readonly self?: string | undefined;
  /** Ids; empty when a text has to say itself whom it is for. */
  readonly shown: readonly string[];
}

/**
 * Whom a text is for: those it names at its start, else those its `[NEXT: …]` names, else those who are shown.
 * @throws UsageError for a name nobody has, for oneself alone, for two different answers to the question, and when
 * nobody is named and nobody is shown.
 */
export function addressText(typed: string, { team, self, shown }: AddressingSituation): AddressedText {
  const address = readAddress(typed, team);
  if (address.type === 'unknown') {
    throw new UsageError(`${describeUnknown(address, team)} (\\@ is just text.)`);
  }
  const { text } = address;
  const next = readRoute(text, self ?? '', createMemberDirectory(team)).calls.map(({ member }) => member.id);
  if (address.type === 'none') {
    const to = next.length > 0 ? next : shown;
    if (to.length === 0) throw new UsageError(describeNobody(team));
    return { text, to };
  }
  const to = address.to.filter((id) => id !== self);
  if (to.length === 0) throw new UsageError('That is you. Name somebody else, or write \\@ to begin a text with @.');
  if (next.length > 0 && !isSame(to, next)) {
    const [named, called] = [to, next].map((ids) => namesOf(ids, team));
    throw new UsageError(`It begins with @ for ${named}, and its [NEXT: …] calls ${called}. Leave one of them out.`);
  }
  return { text, to };
}

/** Who is not there, and who may have been meant. */
export function describeUnknown(
  { name, nearest }: Extract<Address, { type: 'unknown' }>,
  { members }: Pick<Team, 'members'>,
): string {
  const agents = members.filter(({ type }) => type === 'ai').map(({ id }) => `@${id}`);
  const advice = nearest === undefined ? `Use one of: ${[...agents, '@all'].join(', ')}` : `Did you mean @${nearest}?`;
  const what = name === '' ? 'There is no name after the @.' : `Nobody in the team is called "${safeLine(name)}".`;
  return `${what} ${advice}`;
}

function describeNobody({ members }: Pick<Team, 'members'>): string {
  const agents = members.filter(({ type }) => type === 'ai').map(({ id }) => `@${id}`);
  return `Whom is it for? Begin with ${[...agents, '@all'].join(', ')}.`;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === new Set(others).size && others.every((id) => some.includes(id));
}

function namesOf(ids: readonly string[], { members }: Pick<Team, 'members'>): string {
  return [...new Set(ids)].map((id) => safeLine(members.find((member) => member.id === id)?.label ?? id)).join(', ');
}
