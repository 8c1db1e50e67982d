import { ContextManager, type ContextManagerOptions, type TurnExecutor } from '@ctx/core';
import type { ConversationOptions } from '../conversation/conversation.ts';
import type { ConversationEvent } from '../conversation/conversation-event.ts';
import { createConversation } from '../conversation/create-conversation.ts';
import { createMemoryStore } from '../session/memory-store.ts';
import { parseTeam } from '../team-file/parse-team.ts';
import type { Team } from '../team-file/team.ts';

/** A team of the human alice and agents with these ids. It has no briefing, so prompts hold only the conversation. */
export function teamOf(
  agents: readonly string[],
  fields: Partial<Team> = {},
  humans: readonly string[] = ['alice'],
): Team {
  const members = [
    ...humans.map((id) => ({ id, type: 'human' })),
    ...agents.map((id) => ({ id, type: 'ai', agentType: 'claude' })),
  ];
  return { ...parseTeam(JSON.stringify({ name: 'test', briefing: false, members })), ...fields };
}

/** A context that makes plain-text prompts and logs nothing to the console. */
export function quietContext(options: ContextManagerOptions = {}): ContextManager {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  return new ContextManager({ stripping: 'strict', logger: silent, ...options });
}

/** Starts a conversation in memory and collects all its events. */
export function startConversation(team: Team, executor: TurnExecutor, options: Partial<ConversationOptions> = {}) {
  const context = options.context ?? quietContext();
  const store = options.store ?? createMemoryStore();
  const conversation = createConversation({ team, executor, ...options, context, store });
  const events: ConversationEvent[] = [];
  const reading = (async () => {
    for await (const event of conversation.events()) events.push(event);
  })();
  const ofType = <Type extends ConversationEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<ConversationEvent, { type: Type }> => event.type === type);
  /** Waits until no turn runs and every event has been read. */
  const settle = async () => {
    await conversation.idle();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const transcript = () => context.getMessages().map(({ speaker, content }) => `${speaker.roleId}: ${content}`);
  return { conversation, context, store, events, ofType, settle, transcript, reading };
}
