import { type ConversationMessage, CtxError, type SessionRecord, type Speaker } from '@ctx/contract';
import { type MemberDirectory, speakerOf } from '../members/member-directory.ts';
import { type Route, readRoute } from '../routing/read-route.ts';
import type { TeamMember } from '../team-file/team.ts';
import { applyRoute } from './apply-route.ts';
import type { SendOptions } from './conversation.ts';
import type { ConversationEvent } from './conversation-event.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { addressees } from './finish-turn.ts';

// Somebody has to say the first word to a team of agents only.
const GUEST: Speaker = { roleId: 'human', roleName: 'Human', type: 'human' };

/** What a human said, and what has to be written down and told. */
export interface HumanWords {
  readonly message: ConversationMessage;
  readonly records: readonly SessionRecord[];
  readonly events: readonly ConversationEvent[];
}

/** Puts a human's words into the transcript and the queue. Changes nothing when it throws. */
export function sayAsHuman(
  { context, directory, state, team }: ConversationParts,
  text: string,
  from: string | undefined,
  options: SendOptions,
): HumanWords {
  if (typeof text !== 'string' || text.trim() === '') throw new TypeError('A message must be a text that is not blank');
  const speaker = humanSpeaker(directory, from);
  const route = withDefault(readRoute(text, speaker.roleId, directory), options.to ?? [], directory);
  const at = Date.now();
  const message = context.addMessage({
    content: text,
    speaker,
    timestamp: at,
    routing: { resolvedAddressees: addressees(route) },
  });
  state.justCompleted = message.id;
  state.turnsSinceHuman = 0;
  state.floor = undefined;
  const { records, events } = applyRoute(state, context, message, route, {
    agentsMaySetTask: team.agentsMaySetTask,
    at,
  });
  return {
    message,
    records: [{ type: 'message', message, at }, ...records],
    events: [{ type: 'message', message }, ...events],
  };
}

function humanSpeaker(directory: MemberDirectory, from: string | undefined): Speaker {
  if (from === undefined) return directory.firstHuman === undefined ? GUEST : speakerOf(directory.firstHuman);
  const member = directory.find(from);
  if (member?.type === 'human') return speakerOf(member);
  const problem = member === undefined ? `Nobody in the team is called "${from}"` : `${member.label} is not a human`;
  throw new CtxError('CTX_UNKNOWN_MEMBER', `${problem}; only a human member can say something.`);
}

function withDefault(route: Route, to: readonly string[], directory: MemberDirectory): Route {
  const members = to.map((name): TeamMember => {
    const member = directory.find(name);
    if (member !== undefined) return member;
    throw new CtxError('CTX_UNKNOWN_MEMBER', `Nobody in the team is called "${name}".`);
  });
  if (route.calls.length > 0) return route;
  return { ...route, calls: [...new Set(members)].map((member) => ({ member, intent: 'P2' })) };
}
