import type { ConversationEvent } from '@ctx/team';

/** A line that the app says itself about an event; not yet safe to print. */
export interface Remark {
  readonly text: string;
  readonly isWarning?: boolean | undefined;
}

/** What a remark is made with. */
export interface RemarkOptions {
  readonly nameOf: (member: string) => string;
  /** What to do about a turn that was lost. */
  readonly lostHint?: ((turn: string) => string) | undefined;
}

/** What there is to say about an event that is neither a message nor part of a turn. */
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
      const text = `${nameOf(event.member)}’s ${event.turn.replace('-', ' ')} was cut off; nobody knows what it did by then`;
      return [{ text, isWarning: true }, ...(lostHint === undefined ? [] : [{ text: lostHint(event.turn) }])];
    }
    case 'notice':
      return [{ text: event.text, isWarning: true }];
    case 'waiting-for-human':
      return event.note === undefined ? [] : [{ text: event.note, isWarning: true }];
    case 'ended':
      if (event.reason !== 'max-turns') return [];
      return [{ text: 'the agents have had their turns; calls are still waiting', isWarning: true }];
    default:
      return [];
  }
}

function describeUnresolved(event: Extract<ConversationEvent, { type: 'unresolved' }>): string {
  const names = event.names.join(', ');
  if (event.reason === 'self') return `${names} called itself; ignored`;
  if (event.reason === 'message-gone') return `the message ${names} was to answer is no longer kept`;
  return `nobody here is called ${names}; not passed on`;
}
