import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import { CodexContextAssembler } from '@ctx/assembler-codex';
import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import type { ConversationMessage } from '@ctx/contract';
import type { ContextManager } from '@ctx/core';
import {
  type Conversation,
  type ConversationEvent,
  createConversation,
  createLocalExecutor,
  createMemoryStore,
  createRecordingExecutor,
  createTeamContext,
  loadTeam,
} from '@ctx/team';
import { vi } from 'vitest';
import type { ReceivedRequest } from '../model-server/index.ts';
import type { PlaceAndServer } from './open-place-and-server.ts';
import { personalEnvironment } from './team-of-clis.ts';

/** What came of a conversation. */
export interface Conversed {
  readonly events: readonly ConversationEvent[];
  readonly transcript: readonly ConversationMessage[];
  /** In order of arrival: where turns do not overlap and nobody uses a tool, one for each turn. */
  readonly calls: readonly ReceivedRequest[];
}

/** A conversation that goes on. */
export interface Talk {
  readonly conversation: Conversation;
  readonly events: readonly ConversationEvent[];
  readonly context: ContextManager;
  /** Alice says something, and everybody answers until she has the floor again. */
  say(text: string): Promise<void>;
  /** Ends it, and the home of this process is its own again. */
  close(): Promise<void>;
}

/** Opens a conversation of the team of a file; what its agents find by themselves is in the home of the place. */
export async function startTalk(setting: PlaceAndServer, teamFile: string): Promise<Talk> {
  const team = await loadTeam(teamFile);
  const assemblers = [new ClaudeContextAssembler(), new CodexContextAssembler(), new GeminiContextAssembler()];
  const context = createTeamContext({ team, assemblers });
  const env = personalEnvironment(
    setting,
    team.members.map(({ id }) => id),
  );
  for (const [name, value] of Object.entries(env)) if (name.endsWith('HOME')) vi.stubEnv(name, value);
  const { home, project: cwd } = setting.place;
  const executor = createRecordingExecutor(createLocalExecutor({ team, env, cwd }), {
    team,
    cwd,
    folder: `${home}/changes`,
    userFolder: `${home}/.config/ctx`,
  });
  const conversation = createConversation({ team, context, executor, store: createMemoryStore() });
  const events: ConversationEvent[] = [];
  const stream = conversation.events();
  const reading = (async () => {
    for await (const event of stream) events.push(event);
  })();
  return {
    conversation,
    events,
    context,
    async say(text) {
      await conversation.send(text);
      await conversation.idle();
    },
    async close() {
      await conversation.close();
      await reading;
      vi.unstubAllEnvs();
    },
  };
}

/** The team of a file talks about what Alice says, each time until she has the floor again. */
export async function converse(setting: PlaceAndServer, teamFile: string, ...said: string[]): Promise<Conversed> {
  const { say, close, events, context } = await startTalk(setting, teamFile);
  for (const text of said) await say(text);
  await close();
  return { events, transcript: context.getMessages(), calls: setting.server.modelCalls() };
}

/** The events of one type. */
export function eventsOf<Type extends ConversationEvent['type']>(
  { events }: Pick<Conversed, 'events'>,
  type: Type,
): Extract<ConversationEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<ConversationEvent, { type: Type }> => event.type === type);
}
