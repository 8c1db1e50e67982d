import type { Intent } from '@ctx/contract';
import { findMarkers, normalizeName, readNames } from '@ctx/core/markers';
import type { MemberDirectory } from '../members/member-directory.ts';
import type { TeamMember } from '../team-file/team.ts';

/** A member that a message calls. */
export interface RoutedCall {
  readonly member: TeamMember;
  readonly intent: Intent;
}

/** What the markers of a message ask for, with every name looked up. */
export interface Route {
  /** In the order of the text; no member twice with the same intent. */
  readonly calls: readonly RoutedCall[];
  /** Whether the message has `[DROP: ALL]`. */
  readonly dropAll: boolean;
  readonly drops: readonly TeamMember[];
  /** The last `[TEAM_TASK: …]` that is not empty. */
  readonly task: string | undefined;
  /** Names that no member has, as written, each once. */
  readonly unknownNames: readonly string[];
  /** Those of them in a `[NEXT: …]`. */
  readonly unknownCalls: readonly string[];
  /** Whether the speaker called itself. Such a call is ignored. */
  readonly callsSelf: boolean;
  /** What only looks like a hand-over, such as `[NEXT] max`: the texts of the first ten, each once. It calls nobody. */
  readonly nearMisses: readonly string[];
  /** What was written like an intent but is none, such as `!P4`, each once. */
  readonly unknownIntents: readonly string[];
}

const LONGEST_TEXT = 80;
const MOST_NEAR_MISSES = 10;

/**
 * Reads the markers of a message, in strict mode. A `[FROM: …]` in the text is ignored: `speakerId` is the speaker.
 * `usual` is the intent of calls that do not give one.
 */
export function readRoute(text: string, speakerId: string, directory: MemberDirectory, usual: Intent = 'P2'): Route {
  const calls = new Map<string, RoutedCall>();
  const drops = new Set<TeamMember>();
  const unknownNames = new Set<string>();
  const unknownCalls = new Set<string>();
  const nearMisses = new Set<string>();
  const unknownIntents = new Set<string>();
  let dropAll = false;
  let callsSelf = false;
  let task: string | undefined;

  const isMember = (name: string) => directory.find(name) !== undefined;
  const isAll = (name: string) => normalizeName(name) === 'all';
  const namesIn = (value: string, isName: (name: string) => boolean) => {
    const { names, unknown, takenOff } = readNames(value, isName);
    for (const name of unknown) unknownNames.add(name);
    for (const intent of takenOff) unknownIntents.add(intent);
    return { names, unknown };
  };

  for (const { type, value, counts, nearMiss } of findMarkers(text)) {
    if (nearMiss && nearMisses.size < MOST_NEAR_MISSES) {
      nearMisses.add(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value);
    }
    if (!counts) continue;
    if (type === 'next') {
      const { names, unknown } = namesIn(value, isMember);
      for (const name of unknown) unknownCalls.add(name);
      for (const { name, intent = usual } of names) {
        const member = directory.find(name)!;
        if (member.id === speakerId) callsSelf = true;
        else calls.set(`${intent} ${member.id}`, { member, intent });
      }
    } else if (type === 'drop') {
      for (const { name } of namesIn(value, (one) => isAll(one) || isMember(one)).names) {
        if (isAll(name)) dropAll = true;
        else drops.add(directory.find(name)!);
      }
    } else if (type === 'team-task' && value !== '') task = value;
  }
  return {
    calls: [...calls.values()],
    dropAll,
    drops: [...drops],
    task,
    unknownNames: [...unknownNames],
    unknownCalls: [...unknownCalls],
    callsSelf,
    nearMisses: [...nearMisses],
    unknownIntents: [...unknownIntents],
  };
}
