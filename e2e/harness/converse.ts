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

/** A conversation that has ended. */
interface Conversed {
  readonly events: readonly ConversationEvent[];
  readonly transcript: readonly ConversationMessage[];
  /** The model calls in order of arrival: one for each turn, if turns do not overlap and use no tools. */
  readonly calls: readonly ReceivedRequest[];
}

/** An open conversation. */
export interface Talk {
  readonly conversation: Conversation;
  readonly events: readonly ConversationEvent[];
  readonly context: ContextManager;
  /** Sends a message from Alice, cut if it does not fit, and waits until she has the floor again. */
  say(text: string): Promise<void>;
  /** Ends the conversation and restores the environment of this process. */
  close(): Promise<void>;
}

/** Opens a conversation with the team of a file. Its agents use the home folder of the place. */
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
      await conversation.send(text, { cut: true });
      await conversation.idle();
    },
    async close() {
      await conversation.close();
      await reading;
      vi.unstubAllEnvs();
    },
  };
}

/** Holds a whole conversation: sends Alice's messages one by one, each when she has the floor again. */
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
