import { type Intent, requireNoMore } from '@ctx/contract';
import { humanSpeaker } from '../../members/human-speaker.ts';
import type { MemberDirectory } from '../../members/member-directory.ts';
import { type Route, readRoute } from '../../routing/read-route.ts';
import type { SendOptions } from '../conversation.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { type Said, say } from './say.ts';

const SEND_OPTIONS: Readonly<Record<keyof SendOptions, true>> = { from: true, to: true, intent: true, cut: true };

/** Who speaks in a human's message, and whom it calls. Throws what `sayAsHuman` throws. */
export function readHumanMessage(
  { directory }: Pick<LiveConversation, 'directory'>,
  text: string,
  options: SendOptions,
): { readonly speaker: ReturnType<typeof humanSpeaker>; readonly route: Route } {
  const { from, to = [], intent = 'P2' } = options;
  requireNoMore(options, SEND_OPTIONS);
  if (typeof text !== 'string' || text.trim() === '') throw new TypeError('A message must be a text that is not blank');
  const speaker = humanSpeaker(directory, from);
  const names = typeof to === 'string' ? [to] : to;
  const inText = readRoute(text, speaker.roleId, directory, intent);
  return { speaker, route: withAddressees(names, inText, { speakerId: speaker.roleId, directory, intent }) };
}

/**
 * Adds a human's message to the transcript and its calls to the queue. Changes nothing when it throws.
 * @throws TypeError for a blank text, CtxError `CTX_UNKNOWN_MEMBER` for an unknown `from` or `to`.
 */
export function sayAsHuman(live: LiveConversation, text: string, options: SendOptions): Said {
  const { state } = live;
  const { speaker, route } = readHumanMessage(live, text, options);
  const at = Date.now();
  const said = say(live, { content: text, speaker, timestamp: at }, { at, route });
  state.turnsSinceHuman = 0;
  state.floor = undefined;
  return said;
}

interface Addressing {
  readonly speakerId: string;
  readonly directory: MemberDirectory;
  readonly intent: Intent;
}

// Calls in the text win over the addressees. All names are looked up in any case, so that an unknown one is reported.
function withAddressees(names: readonly string[], route: Route, { speakerId, directory, intent }: Addressing): Route {
  const members = new Set(names.map((name) => directory.require(name)));
  if (route.calls.length > 0) return route;
  const others = [...members].filter(({ id }) => id !== speakerId);
  return {
    ...route,
    calls: others.map((member) => ({ member, intent })),
    callsSelf: route.callsSelf || others.length < members.size,
  };
}
