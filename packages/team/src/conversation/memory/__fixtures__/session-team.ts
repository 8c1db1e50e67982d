import type { IContextProvider, SessionRecord, SessionStore } from '@ctx/contract';
import { expect } from 'vitest';
import type { sessionExecutor } from '../../../__fixtures__/session-executor.ts';
import { quietContext, startConversation, teamOf } from '../../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../../session/memory-store.ts';
import type { AgentMember, Team } from '../../../team-file/team.ts';

/** The scripted agents, as `sessionExecutor` returns them. */
export type Agents = ReturnType<typeof sessionExecutor>;

/** A context that shows the whole conversation. */
export const wholeContext = () => quietContext({ contextWindowSize: Number.POSITIVE_INFINITY });

/** Starts a conversation of Alice with agents that keep sessions. */
export function start(agents: Agents, team: Team = teamOf(['max']), context: IContextProvider = wholeContext()) {
  const store = createMemoryStore();
  const running = startConversation(team, agents.executor, { store, context });
  let said = 0;
  return {
    ...running,
    store,
    /** Alice says one more thing. Returns the turn of the agent that answered. */
    async say(text?: string, to = 'max') {
      said += 1;
      await running.conversation.send(text ?? `Fact ${said} of Alice.`, { to: [to] });
      await running.settle();
      return agents.lived.at(-1)!;
    },
    /** What the receipt of the last turn says about the memory. */
    memory: () => running.ofType('turn-end').at(-1)?.receipt?.memory,
  };
}

/** The team with changed fields of its agents. */
export const withMember = (team: Team, fields: Partial<AgentMember>): Team => ({
  ...team,
  members: team.members.map((member) => (member.type === 'ai' ? { ...member, ...fields } : member)),
});

/** How often `part` occurs in `text`. */
export const count = (text: string, part: string) => text.split(part).length - 1;

/** An open store with these records. */
export async function storeWith(records: readonly SessionRecord[]): Promise<SessionStore> {
  const store = createMemoryStore();
  await store.append(records, { expectedSeq: 0, operationId: 'copy' });
  return store;
}

/** Checks that `known`, the agent's session and prompt together, holds every message once, except its own. */
export function expectComplete(context: IContextProvider, known: string) {
  for (const { content, speaker } of context.getMessages()) {
    if (speaker.roleId !== 'max') expect([content, count(known, content)]).toEqual([content, 1]);
  }
}
