import type { ConversationEvent } from '@ctx/team';

/** A line that the app itself prints about an event; not yet safe to print. */
export interface Remark {
  readonly text: string;
  readonly isWarning?: boolean | undefined;
}

/** What remarks need besides the event. */
export interface RemarkOptions {
  readonly nameOf: (member: string) => string;
  /** What to do about a turn that was cut off. */
  readonly lostHint?: ((turn: string) => string) | undefined;
}

/** Returns the remarks on an event that is neither a message nor part of a turn. */
export function remarksOn(event: ConversationEvent, { nameOf, lostHint }: RemarkOptions): Remark[] {
  switch (event.type) {
    case 'queue': {
      const names = event.entries.map(({ member }) => nameOf(member)).join(', ');
      if (event.change === 'dropped') return [{ text: `dropped from the queue: ${names}` }];
      if (event.change === 'refused') return [{ text: `the queue is full, not called: ${names}`, isWarning: true }];
      return [];
    }
    case 'unresolved':
      return [{ text: describeUnresolved(event), isWarning: true }];
    case 'task':
      return [{ text: `team task: ${event.task ?? 'none'}` }];
    case 'turn-lost': {
      const text = `${nameOf(event.member)}’s ${event.turn.replace('-', ' ')} was cut off; what it had done by then is not known`;
      return [{ text, isWarning: true }, ...(lostHint === undefined ? [] : [{ text: lostHint(event.turn) }])];
    }
    case 'notice':
      return [{ text: event.text, isWarning: true }];
    case 'waiting-for-human':
      return event.note === undefined ? [] : [{ text: event.note, isWarning: true }];
    case 'ended':
      if (event.reason !== 'max-turns') return [];
      return [{ text: 'maxTurns is reached; agents are still waiting', isWarning: true }];
    default:
      return [];
  }
}

function describeUnresolved(event: Extract<ConversationEvent, { type: 'unresolved' }>): string {
  const names = event.names.join(', ');
  if (event.reason === 'self') return `${names} called itself; ignored`;
  if (event.reason === 'message-gone') return `the message that ${names} should answer is no longer kept`;
  return `nobody in the team is called ${names}; ignored`;
}
