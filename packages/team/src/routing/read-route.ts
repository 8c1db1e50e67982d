import type { Intent } from '@ctx/contract';
import { parseMarkers } from '@ctx/core/markers';
import type { MemberDirectory } from '../members/member-directory.ts';
import type { TeamMember } from '../team-file/team.ts';
import { readNames } from './read-names.ts';

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
}

/**
 * Reads the markers of a message, in strict mode. A `[FROM: …]` in the text is ignored: `speakerId` is the speaker.
 * `usual` is the intent of calls that do not give one.
 */
export function readRoute(text: string, speakerId: string, directory: MemberDirectory, usual: Intent = 'P2'): Route {
  const calls = new Map<string, RoutedCall>();
  const drops = new Set<TeamMember>();
  const unknownNames = new Set<string>();
  const unknownCalls = new Set<string>();
  let dropAll = false;
  let callsSelf = false;
  let task: string | undefined;

  const isName = (name: string) => directory.find(name) !== undefined;
  const lookUp = (name: string): TeamMember | undefined => {
    const member = directory.find(name);
    if (member === undefined) unknownNames.add(name);
    return member;
  };

  for (const { type, value } of parseMarkers(text)) {
    switch (type) {
      case 'next':
        for (const { name, intent = usual } of readNames(value, isName)) {
          const member = lookUp(name);
          if (member === undefined) unknownCalls.add(name);
          else if (member.id === speakerId) callsSelf = true;
          else calls.set(`${intent} ${member.id}`, { member, intent });
        }
        break;
      case 'drop':
        for (const { name } of readNames(value, isName)) {
          if (name.toUpperCase() === 'ALL') {
            dropAll = true;
            continue;
          }
          const member = lookUp(name);
          if (member !== undefined) drops.add(member);
        }
        break;
      case 'team-task':
        if (value !== '') task = value;
        break;
    }
  }
  return {
    calls: [...calls.values()],
    dropAll,
    drops: [...drops],
    task,
    unknownNames: [...unknownNames],
    unknownCalls: [...unknownCalls],
    callsSelf,
  };
}
