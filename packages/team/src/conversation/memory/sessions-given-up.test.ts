import type { FullPromptReason } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { sessionExecutor } from '../../__fixtures__/session-executor.ts';
import { quietContext, teamOf } from '../../__fixtures__/team-of.ts';
import type { AgentMember } from '../../team-file/team.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import { resumeConversation } from '../resume-conversation.ts';
import {
  type Agents,
  expectComplete,
  start,
  storeWith,
  wholeContext,
  withMember,
} from './__fixtures__/session-team.ts';

/** A reason to give up a session after three turns, and what the receipt says about it. */
interface Case {
  readonly forks?: boolean;
  readonly reason?: FullPromptReason;
  /** Changed fields of the member in the second half of the conversation. */
  readonly fields?: Partial<AgentMember>;
  readonly lose?: (setting: ReturnType<typeof start> & { agents: Agents }) => unknown;
}

const CASES: Readonly<Record<string, Case>> = {
  'a change of model': { reason: 'model-changed', fields: { model: 'another' } },
  'a change of permissions': { reason: 'permissions-changed', fields: { permissions: 'edit' } },
  'a change of instruction': { reason: 'instructions-changed', fields: { systemInstruction: 'Be long.' } },
  'a change of agent type': { reason: 'agent-type-changed', fields: { agentType: 'openai-codex' } },
  'a change to memory: fresh': { reason: 'no-memory', fields: { memory: 'fresh' } },
  'a change to a window': { reason: 'window-size', fields: { windowSize: 50 } },
  'a change of folder': { reason: 'cwd-changed', lose: ({ agents }) => agents.move({ cwd: '/elsewhere' }) },
  'a change of home': { reason: 'machine-changed', lose: ({ agents }) => agents.move({ home: '/elsewhere' }) },
  'a change of machine': { reason: 'machine-changed', lose: ({ agents }) => agents.move({ machine: 'there' }) },
  'a change to a driver without sessions': { reason: 'no-memory', lose: ({ agents }) => agents.move({ keep: false }) },
  'the loss of the session': { reason: 'session-lost', lose: ({ agents }) => agents.sessions.clear() },
  'a part of the session was removed': {
    reason: 'session-lost',
    lose: ({ agents: { sessions } }) => {
      for (const [id, text] of sessions) sessions.set(id, text.slice(0, -5));
    },
  },
  'another process continued the session': {
    reason: 'session-lost',
    lose: ({ agents: { sessions } }) => {
      for (const [id, text] of sessions) sessions.set(id, `${text} and more`);
    },
  },
  'a turn in which the agent compacted its session': {
    reason: 'compacted',
    async lose({ agents, say }) {
      agents.onTurn(() => ({ text: 'Shorter.', compacted: true }));
      await say();
    },
  },
  'a turn that filled the session': {
    reason: 'session-full',
    async lose({ agents, say }) {
      agents.onTurn(() => ({ text: 'Long.', contextTokens: 120_001 }));
      await say();
    },
  },
  'a turn that filled the context window of the model': {
    reason: 'session-full',
    async lose({ agents, say }) {
      agents.onTurn(() => ({ text: 'Long.', contextTokens: 601, contextWindow: 1_000 }));
      await say();
    },
  },
  'a turn that left room in the session': {
    async lose({ agents, say }) {
      agents.onTurn(() => ({ text: 'Long.', contextTokens: 599, contextWindow: 1_000 }));
      await say();
    },
  },
  ...Object.fromEntries(
    (['failed', 'cancelled', 'timed-out'] as const).flatMap((status): [string, Case][] => {
      const lose = async ({ agents, say }: Parameters<NonNullable<Case['lose']>>[0]) => {
        const error = { code: 'CTX_AGENT_FAILED', message: 'No.' };
        agents.onTurn(() => ({ status, text: `Half an answer, ${status}`, error }));
        await say();
      };
      return [
        [`a turn that ended as ${status}, of an agent that forks`, { forks: true, lose }],
        [
          `a turn that ended as ${status}, of an agent that does not fork`,
          { forks: false, reason: 'turn-incomplete', lose },
        ],
      ];
    }),
  ),
};

describe('what a member knows', () => {
  it.each(Object.entries(CASES))('is complete after %s', async (_name, { forks, reason, fields = {}, lose }) => {
    for (const doesFork of forks === undefined ? [true, false] : [forks]) {
      const agents = sessionExecutor({ forks: doesFork });
      const base = withMember(teamOf(['max', 'gina']), { systemInstruction: 'Be brief.' });
      const first = start(agents, base);
      await first.say();
      await first.say('For Gina.', 'gina');
      await first.say();
      await lose?.({ ...first, agents });
      await first.conversation.close();
      agents.onTurn(({ turn }) => `Later answer of ${turn.id}.`);

      const context = wholeContext();
      const team = withMember(base, fields);
      const store = await storeWith(await recordsOf(first.store));
      const again = await resumeConversation({ team, executor: agents.executor, store, context });
      await again.send('What do you know?', { to: ['max'] });
      await again.idle();
      const { before } = agents.lived.at(-1)!;
      for (const { content } of context.getMessages().slice(0, -1)) expect(before).toContain(content);
      expectComplete(context, before);
      const records = await recordsOf(store);
      const end = records.findLast((record) => record.type === 'turn-end');
      const memory = end?.type === 'turn-end' ? end.receipt?.memory : undefined;
      expect(memory).toMatchObject(reason === undefined ? { mode: 'delta' } : { mode: 'full', reason });
      await again.close();
    }
  });

  it.each(['memory: fresh', 'a window', 'a durable executor'])(
    'is complete after turns outside of its session because of %s',
    async (how) => {
      const agents = sessionExecutor({ forks: true });
      const base = teamOf(['max']);
      const first = start(agents, base);
      await first.say();
      await first.conversation.close();
      let store = first.store;
      const context = wholeContext();
      const outside = {
        'memory: fresh': { team: withMember(base, { memory: 'fresh' }), executor: agents.executor },
        'a window': { team: withMember(base, { windowSize: 50 }), executor: agents.executor },
        'a durable executor': { team: base, executor: { ...agents.executor, durable: true } },
      }[how]!;
      for (const setting of [outside, { team: base, executor: agents.executor }]) {
        store = await storeWith(await recordsOf(store));
        const again = await resumeConversation({ ...setting, store, context });
        await again.send('What have you said?', { to: ['max'] });
        await again.idle();
        await again.close();
      }
      expect(agents.lived.at(-1)!.before).toContain('Answer of turn-2.');
      const memory = (await recordsOf(store)).flatMap((record) =>
        record.type === 'turn-end' ? [record.receipt?.memory] : [],
      );
      expect(memory.at(-1)).toMatchObject({ mode: 'full', reason: 'turn-outside' });
    },
  );

  it('is complete after the last message that its session has seen was removed', async () => {
    const agents = sessionExecutor({ forks: true });
    const context = quietContext({ contextWindowSize: Number.POSITIVE_INFINITY, maxMessages: 4 });
    const { say, memory } = start(agents, teamOf(['max', 'gina']), context);
    await say();
    for (let turn = 0; turn < 3; turn++) await say(`For Gina, ${turn}.`, 'gina');
    const { before } = await say();
    expectComplete(context, before);
    expect(memory()).toMatchObject({ mode: 'full', reason: 'seen-not-kept' });
  });

  it('is sent in full when a delta does not fit the budget', async () => {
    const agents = sessionExecutor({ forks: true });
    const context = quietContext({ contextWindowSize: Number.POSITIVE_INFINITY, maxBytes: 300 });
    const { say, memory } = start(agents, teamOf(['max', 'gina']), context);
    await say();
    for (let turn = 0; turn < 9; turn++) await say(`For Gina, ${turn}: ${'x'.repeat(40)}.`, 'gina');
    await say();
    expect(memory()).toMatchObject({ mode: 'full', reason: 'delta-dropped' });
  });

  it('is complete after a turn that was cut off because ctx was killed', async () => {
    for (const forks of [true, false]) {
      const agents = sessionExecutor({ forks });
      const first = start(agents);
      await first.say();
      await first.say();
      const records = await recordsOf(first.store);
      await first.conversation.close();
      // The log when ctx is killed during the second turn. The agent's session already has that turn.
      const cut = records.findLastIndex((record) => record.type === 'turn-start');
      const store = await storeWith(records.slice(0, cut + 1));
      const context = wholeContext();
      const again = await resumeConversation({ team: teamOf(['max']), executor: agents.executor, store, context });
      again.proceed();
      await again.idle();
      const { turn, before } = agents.lived.at(-1)!;
      expect(turn).toMatchObject({ id: 'turn-2', session: 'keep' });
      expectComplete(context, before);
      await again.close();
    }
  });
});
