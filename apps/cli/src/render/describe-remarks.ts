import type { ConversationEvent, Team } from '@ctx/team';
import { nearestMember } from '../addressing/nearest-member.ts';
import { turnName } from './turn-name.ts';

/** A line that the app itself prints about an event; not yet safe to print. */
export interface Remark {
  readonly text: string;
  readonly isWarning?: boolean | undefined;
}

/** What remarks need besides the event. */
export interface RemarkOptions {
  readonly nameOf: (member: string) => string;
  /** Who may have been meant by a name that nobody has. */
  readonly members: Team['members'];
  /** What to do about a turn that was cut off. */
  readonly lostHint?: ((turn: string) => string) | undefined;
}

/** Returns the remarks on an event that is neither a message nor part of a turn. */
export function remarksOn(event: ConversationEvent, { nameOf, members, lostHint }: RemarkOptions): Remark[] {
  switch (event.type) {
    case 'queue': {
      const names = event.entries.map(({ member }) => nameOf(member)).join(', ');
      if (event.change === 'dropped') return [{ text: `dropped from the queue: ${names}` }];
      if (event.change === 'refused') return [{ text: `The queue is full. Not called: ${names}.`, isWarning: true }];
      return [];
    }
    case 'unresolved':
      return [{ text: describeUnresolved(event, members), isWarning: true }];
    case 'model':
      return [{ text: describeModel(nameOf(event.member), event.model) }];
    case 'task':
      return [{ text: `team task: ${event.task ?? 'none'}` }];
    case 'turn-lost': {
      const text = `${nameOf(event.member)}’s ${turnName(event.turn)} was cut off; what it had done by then is not known.`;
      return [{ text, isWarning: true }, ...(lostHint === undefined ? [] : [{ text: lostHint(event.turn) }])];
    }
    case 'notice':
      return [{ text: event.text, isWarning: true }];
    case 'waiting-for-human':
      return event.note === undefined ? [] : [{ text: event.note, isWarning: true }];
    case 'ended':
      if (event.reason !== 'max-turns') return [];
      return [{ text: 'maxTurns is reached. Agents are still waiting.', isWarning: true }];
    default:
      return [];
  }
}

/** Which model an agent has from now on; not yet safe to print. */
export function describeModel(name: string, model: string | null): string {
  return `${name}’s model from now on: ${model ?? 'the one of the team file'}`;
}

function describeUnresolved(
  event: Extract<ConversationEvent, { type: 'unresolved' }>,
  members: RemarkOptions['members'],
): string {
  if (event.reason === 'not-a-marker') {
    return `${event.text} is not a marker, and calls nobody. Write [NEXT: name] or [DROP: name], on one line.`;
  }
  const { reason, names } = event;
  if (reason === 'self') return `${names.join(', ')} called itself. That is ignored.`;
  if (reason === 'unknown-intent') return `${names.join(', ')} is ignored. Use !P1, !P2 or !P3.`;
  if (reason === 'message-gone') return `The message that ${names.join(', ')} should answer is no longer kept.`;
  const meant = new Set(names.flatMap((name) => nearestMember(name, members) ?? []));
  const advice = meant.size === 0 ? '' : ` Did it mean ${[...meant].join(', ')}?`;
  return `Nobody in the team is called ${names.join(' or ')}.${advice}`;
}
