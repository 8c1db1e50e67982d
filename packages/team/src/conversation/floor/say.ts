import type { ConversationMessage, NewMessage } from '@ctx/contract';
import type { Route } from '../../routing/read-route.ts';
import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../output/record-and-publish.ts';
import { applyRoute } from './apply-route.ts';

/** A message that was added, with the records and events that follow from it. */
export interface Said extends Consequences {
  readonly message: ConversationMessage;
}

/** Origin and route of a message. */
interface SayOptions {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The turn it came from; missing for a human's message. */
  readonly turn?: string | undefined;
  /** What it asks of the team; missing for a message that calls nobody, such as a partial answer. */
  readonly route?: Route | undefined;
}

/** Adds a message to the transcript and does what its route asks for. */
export function say(live: LiveConversation, newMessage: NewMessage, { at, turn, route }: SayOptions): Said {
  const resolvedAddressees = calledNames(route);
  const routing = resolvedAddressees.length === 0 ? {} : { routing: { resolvedAddressees } };
  const message = live.context.addMessage({ ...newMessage, ...routing });
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

// These names are shown in prompts as the addressees; without any, the message is for everybody.
function calledNames(route: Route | undefined): string[] {
  return [...new Set(route?.calls.map(({ member }) => member.label))];
}
