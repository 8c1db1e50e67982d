import { createMemberDirectory, readRoute, type Team } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { readAddress, type UnknownName, unknownName } from './read-address.ts';

/** A text and the ids of the members who get it. */
export interface AddressedText {
  /** As typed, without the names at its start. Empty if there is nothing else. */
  readonly text: string;
  readonly to: readonly string[];
}

/** Who speaks, and who gets a text that names nobody. */
export interface AddressingSituation {
  readonly team: Pick<Team, 'members'>;
  /** Id of the person who speaks; missing for a guest. */
  readonly self?: string | undefined;
  /** Ids of the addressees shown in the prompt, who get a text that names nobody. Empty if every text must name someone. */
  readonly shown: readonly string[];
}

/**
 * Finds who gets a text: the members named at its start, else those in its `[NEXT: …]`, else the addressees shown.
 * @throws UsageError for an unknown name at the start; without a name there, for a `[NEXT: …]` with only unknown names, and
 *   if no addressee is shown; for a text only to oneself; if the start and `[NEXT: …]` name different members.
 */
export function addressText(typed: string, { team, self, shown }: AddressingSituation): AddressedText {
  const address = readAddress(typed, team);
  if (address.type === 'unknown') {
    throw new UsageError(`${describeUnknown(address, team)} To begin a text with @, write \\@.`);
  }
  const { text } = address;
  const { calls, callsSelf, unknownCalls } = readRoute(text, self ?? '', createMemberDirectory(team));
  const next = calls.map(({ member }) => member.id);
  if (address.type === 'none') {
    if (unknownCalls[0] !== undefined && calls.length === 0 && !callsSelf) {
      const problem = describeUnknown(unknownName(unknownCalls[0], team), team);
      throw new UsageError(`${problem} To write [NEXT: …] as text, put it in backticks.`);
    }
    const to = next.length > 0 ? next : shown;
    if (to.length === 0) throw new UsageError(`Who should get this? Begin with one of: ${namesToUse(team)}.`);
    return { text, to };
  }
  const to = address.to.filter((id) => id !== self);
  if (to.length === 0) throw new UsageError('That is you. Name somebody else. To begin a text with @, write \\@.');
  if (next.length > 0 && !areSameMembers(to, next)) {
    const [named, called] = [to, next].map((ids) => namesOf(ids, team));
    throw new UsageError(`It starts with @ for ${named}, but its [NEXT: …] calls ${called}. Leave out one of them.`);
  }
  return { text, to };
}

// Says that a name is unknown, and which names there are.
function describeUnknown({ name, nearest }: UnknownName, team: Pick<Team, 'members'>): string {
  const advice = nearest === undefined ? `Use one of: ${namesToUse(team)}.` : `Did you mean @${nearest}?`;
  const what = name === '' ? 'There is no name after the @.' : `Nobody in the team is called "${safeLine(name)}".`;
  return `${what} ${advice}`;
}

// Such as `@sarah, @max, @all`.
function namesToUse(team: Pick<Team, 'members'>): string {
  return [...agentsOf(team).map(({ id }) => `@${id}`), '@all'].join(', ');
}

/** Whether two lists hold the same ids, in any order. */
export function areSameMembers(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).size === new Set(others).size && others.every((id) => some.includes(id));
}

function namesOf(ids: readonly string[], { members }: Pick<Team, 'members'>): string {
  return [...new Set(ids)].map((id) => safeLine(members.find((member) => member.id === id)?.label ?? id)).join(', ');
}
