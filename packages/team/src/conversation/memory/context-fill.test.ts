import type { AgentEvent, TurnExecutor } from '@ctx/contract';
import { expect, it } from 'vitest';
import { teamOf } from '../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import { createConversation } from '../create-conversation.ts';
import { resumeConversation } from '../resume-conversation.ts';
import { wholeContext } from './__fixtures__/session-team.ts';

const executor: TurnExecutor = {
  sessionsOf: async (id) =>
    id === 'max' ? { keep: true, forks: false, cwd: '/', machine: 'm', home: '/' } : undefined,
  async *run({ session }): AsyncGenerator<AgentEvent> {
    const kept = { sessionId: 'own', contextTokens: 50_000, contextWindow: 200_000 };
    const result = { status: 'completed', text: 'Yes.', ...(session === 'keep' ? kept : {}) } as const;
    yield { type: 'turn-end', result };
  },
};

it('is what a session holds of its window, or what a prompt takes of its budget, and survives a resume', async () => {
  const team = teamOf(['max', 'sarah', 'gina'], {}, ['alice']);
  const store = createMemoryStore();
  const first = createConversation({ team, context: wholeContext(), executor, store });
  expect([...first.status().contextFill]).toEqual([]);
  await first.send('Go', { to: ['max'] });
  await first.idle();
  await first.send('And you?', { to: ['sarah'] });
  await first.idle();
  const fill = first.status().contextFill;
  expect([...fill.keys()]).toEqual(['max', 'sarah']);
  expect(fill.get('max')).toBe(0.25);
  expect(fill.get('sarah')).toBeGreaterThan(0);
  expect(fill.get('sarah')).toBeLessThan(0.01);
  await first.close();
  const again = await resumeConversation({ team, context: wholeContext(), executor, store });
  expect(again.status().contextFill).toEqual(fill);
});
