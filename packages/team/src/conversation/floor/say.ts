import type { ConversationMessage, NewMessage } from '@ctx/contract';
import type { Route } from '../../routing/read-route.ts';
import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../telling/tell.ts';
import { applyRoute } from './apply-route.ts';

/** A message as it was kept, with what has to be written down and told. */
export interface Said extends Consequences {
  readonly message: ConversationMessage;
}

/** Where a message comes from, and what it asks for. */
export interface SayOptions {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The turn it came from; missing for what a human said. */
  readonly turn?: string | undefined;
  /** What it asks of the team; missing for words that ask nothing, such as half an answer. */
  readonly route?: Route | undefined;
}

/** Puts a message into the transcript and does what it asks for. */
export function say(live: LiveConversation, words: NewMessage, { at, turn, route }: SayOptions): Said {
  const resolvedAddressees = calledBy(route);
  const routing = resolvedAddressees.length === 0 ? {} : { routing: { resolvedAddressees } };
  const message = live.context.addMessage({ ...words, ...routing });
  const said = {
    message,
    records: [{ type: 'message', message, turn, at } as const],
    events: [{ type: 'message', message, turn } as const],
  };
  if (route === undefined) return said;
  live.state.justCompleted = message.id;
  const { records, events } = applyRoute(live, message, route, at);
  return { message, records: [...said.records, ...records], events: [...said.events, ...events] };
}

// The names that the others are shown; none means everybody.
function calledBy(route: Route | undefined): string[] {
  return [...new Set(route?.calls.map(({ member }) => member.label))];
}
