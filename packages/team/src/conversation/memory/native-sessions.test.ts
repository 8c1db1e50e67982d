import type { FullPromptReason, IContextProvider, SessionRecord, SessionStore } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { sessionExecutor } from '../../__fixtures__/session-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import type { AgentMember, Team } from '../../team-file/team.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import { resumeConversation } from '../resume-conversation.ts';
import { rebuildPrompt } from '../turn/rebuild-prompt.ts';

type Agents = ReturnType<typeof sessionExecutor>;

const everything = () => quietContext({ contextWindowSize: Number.POSITIVE_INFINITY });

function start(agents: Agents, team: Team = teamOf(['max']), context: IContextProvider = everything()) {
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
    memory: () => running.ofType('turn-end').at(-1)?.receipt?.memory,
  };
}

const withMember = (team: Team, fields: Partial<AgentMember>): Team => ({
  ...team,
  members: team.members.map((member) => (member.type === 'ai' ? { ...member, ...fields } : member)),
});

const count = (text: string, part: string) => text.split(part).length - 1;

/** An open store with these records. */
async function storeWith(records: readonly SessionRecord[]): Promise<SessionStore> {
  const store = createMemoryStore();
  await store.append(records, { expectedSeq: 0, operationId: 'copy' });
  return store;
}

/** Checks that session and prompt together hold every message once, except the agent's own. */
function expectComplete(context: IContextProvider, before: string, self = 'max') {
  for (const { content, speaker } of context.getMessages()) {
    if (speaker.roleId !== self) expect([content, count(before, content)]).toEqual([content, 1]);
  }
}

describe.each([{ forks: true }, { forks: false }])('a member whose agent keeps sessions (forks: $forks)', (kind) => {
  it('is sent everything once, then only new messages, and never its own answers', async () => {
    const agents = sessionExecutor(kind);
    const team = withMember(teamOf(['max']), { systemInstruction: 'Be brief.' });
    const { say, memory, conversation } = start(agents, team);
    await say();
    expect(memory()).toMatchObject({ mode: 'full', reason: 'no-session' });
    for (let turn = 2; turn <= 20; turn++) {
      const { prompt, before } = await say();
      expect(prompt.trim()).toBe(`Fact ${turn} of Alice.`);
      for (let fact = 1; fact <= turn; fact++) expect(count(before, `Fact ${fact} of Alice.`)).toBe(1);
      for (let own = 1; own < turn; own++) expect(count(before, `Answer of turn-${own}.`)).toBe(1);
      expect(memory()).toMatchObject({ mode: 'delta' });
      expect(memory()!.reason).toBeUndefined();
      expect(memory()!.fullBytes).toBeGreaterThan(prompt.length);
    }
    await conversation.close();
    expect(agents.sessions.size).toBe(1);
  });

  it('gets each message of the others once', async () => {
    const agents = sessionExecutor(kind);
    const { say, context } = start(agents, teamOf(['max', 'gina']));
    await say();
    await say('A question for Gina.', 'gina');
    await say('Another one for Gina.', 'gina');
    const { prompt, before } = await say();
    expect(count(prompt, 'Answer of turn-2.')).toBe(1);
    expect(count(prompt, 'Answer of turn-3.')).toBe(1);
    expectComplete({ ...context, getMessages: () => context.getMessages() } as IContextProvider, before);
  });

  it('continues its session after a resume', async () => {
    const agents = sessionExecutor(kind);
    const { say, store, conversation } = start(agents);
    await say();
    await say();
    await conversation.close();
    const context = everything();
    const log = await storeWith(await recordsOf(store));
    const again = await resumeConversation({ team: teamOf(['max']), executor: agents.executor, store: log, context });
    await again.send('Fact 3 of Alice.', { to: ['max'] });
    await again.idle();
    const { prompt, before } = agents.lived.at(-1)!;
    expect(prompt.trim()).toBe('Fact 3 of Alice.');
    expectComplete(context, before);
    await again.close();
  });

  it('is sent a new task once', async () => {
    const agents = sessionExecutor(kind);
    const { say, memory, conversation } = start(agents, teamOf(['max'], { task: 'The old task.' }));
    await say();
    expect((await say()).prompt).not.toContain('task');
    await conversation.setTask('The new task.');
    expect((await say()).prompt).toContain('The new task.');
    expect(memory()).toMatchObject({ mode: 'delta' });
    expect((await say()).prompt).not.toContain('task');
    await conversation.setTask(null);
    const { before } = await say();
    expect(before).not.toContain('task');
    expect(memory()).toMatchObject({ mode: 'full', reason: 'instructions-changed' });
  });

  it('has full prompts and deltas that can be rebuilt', async () => {
    const agents = sessionExecutor(kind);
    const { say, store, conversation } = start(agents, teamOf(['max'], { task: 'A task.' }));
    for (let turn = 1; turn <= 4; turn++) await say();
    await conversation.close();
    const records = await recordsOf(store);
    for (const { turn, prompt } of agents.lived) {
      const rebuilt = rebuildPrompt(records, turn.id);
      expect(rebuilt.exact).toBe(true);
      expect(`\n${rebuilt.prompt}`).toBe(prompt);
    }
    expect(records.filter((record) => record.type === 'turn-start' && record.since !== undefined)).toHaveLength(3);
  });

  it('whose session is lost runs the same turn again at once, with everything, and no error is published', async () => {
    const agents = sessionExecutor(kind);
    const { say, memory, context, ofType, store, conversation } = start(agents);
    await say();
    await say();
    agents.sessions.clear();
    const { before } = await say();
    expectComplete(context, before);
    expect(memory()).toMatchObject({ mode: 'full', reason: 'session-lost' });
    expect(ofType('turn-end').at(-1)).toMatchObject({ turn: 'turn-3', status: 'completed' });
    expect(ofType('agent-event').filter(({ event }) => event.type === 'error')).toEqual([]);
    await say();
    expect(memory()).toMatchObject({ mode: 'delta' });
    await conversation.close();
    const records = await recordsOf(store);
    expect(rebuildPrompt(records, 'turn-3').exact).toBe(true);
    expect(records.filter((record) => record.type === 'turn-start' && record.turn === 'turn-3')).toHaveLength(2);
  });

  it('does not touch a session that somebody else has continued', async () => {
    const agents = sessionExecutor(kind);
    const { say, memory } = start(agents);
    await say();
    const [[id, text] = ['', '']] = agents.sessions;
    agents.sessions.set(id, `${text} and what the user typed there`);
    await say();
    expect(memory()).toMatchObject({ mode: 'full', reason: 'session-lost' });
    expect(agents.sessions.get(id)).toContain('what the user typed there');
  });

  it('fails only its turn when the session is lost and the message to answer is gone', async () => {
    const agents = sessionExecutor(kind);
    const context = quietContext({ contextWindowSize: Number.POSITIVE_INFINITY, maxMessages: 4 });
    const { say, conversation, ofType, settle } = start(agents, teamOf(['max']), context);
    await say();
    agents.sessions.clear();
    // Alice keeps speaking while the turn runs, until the message to answer is no longer kept.
    const { run } = agents.executor;
    agents.executor.run = async function* (turn, options) {
      agents.executor.run = run;
      for (let more = 0; more < 5; more++) await conversation.send(`More, ${more}.`);
      yield* run(turn, options);
    };
    await conversation.send('Are you there?', { to: ['max'] });
    await settle();
    expect(ofType('ended')).toEqual([]);
    expect(ofType('turn-end').at(-1)).toMatchObject({ status: 'failed', error: { code: 'CTX_UNKNOWN_MESSAGE' } });
    expect((await say()).before).toContain('Fact');
  });

  it('does not try a lost session again when the second attempt fails too', async () => {
    const agents = sessionExecutor(kind);
    const { say, memory, context } = start(agents);
    await say();
    agents.sessions.clear();
    agents.onTurn(() => ({ status: 'failed', error: { code: 'CTX_AGENT_FAILED', message: 'No.' } }));
    await say();
    agents.onTurn(() => 'Fine.');
    expectComplete(context, (await say()).before);
    expect(memory()).toMatchObject({ mode: 'full', reason: 'session-lost' });
  });
});

/** A reason to give up a session after three turns, and what the receipt says about it. */
interface Case {
  readonly forks?: boolean;
  readonly reason?: FullPromptReason;
  /** Changed fields of the member in the second half of the conversation. */
  readonly fields?: Partial<AgentMember>;
  readonly lose?: (setting: ReturnType<typeof start> & { agents: Agents }) => unknown;
}

const CASES: Readonly<Record<string, Case>> = {
  'another model': { reason: 'model-changed', fields: { model: 'another' } },
  'other permissions': { reason: 'permissions-changed', fields: { permissions: 'edit' } },
  'another instruction': { reason: 'instructions-changed', fields: { systemInstruction: 'Be long.' } },
  'another agent type': { reason: 'agent-type-changed', fields: { agentType: 'openai-codex' } },
  'memory switched off': { reason: 'no-memory', fields: { memory: 'fresh' } },
  'a window of its own': { reason: 'window-size', fields: { windowSize: 50 } },
  'another folder': { reason: 'cwd-changed', lose: ({ agents }) => agents.move({ cwd: '/elsewhere' }) },
  'another home': { reason: 'machine-changed', lose: ({ agents }) => agents.move({ home: '/elsewhere' }) },
  'another machine': { reason: 'machine-changed', lose: ({ agents }) => agents.move({ machine: 'there' }) },
  'a driver that keeps none': { reason: 'no-memory', lose: ({ agents }) => agents.move({ keep: false }) },
  'the session deleted': { reason: 'session-lost', lose: ({ agents }) => agents.sessions.clear() },
  'the session shortened': {
    reason: 'session-lost',
    lose: ({ agents: { sessions } }) => {
      for (const [id, text] of sessions) sessions.set(id, text.slice(0, -5));
    },
  },
  'the session continued by another process': {
    reason: 'session-lost',
    lose: ({ agents: { sessions } }) => {
      for (const [id, text] of sessions) sessions.set(id, `${text} and more`);
    },
  },
  'a turn that was compacted': {
    reason: 'compacted',
    async lose({ agents, say }) {
      agents.onTurn(() => ({ text: 'Shorter.', compacted: true }));
      await say();
    },
  },
  'a session that holds too much': {
    reason: 'session-full',
    async lose({ agents, say }) {
      agents.onTurn(() => ({ text: 'Long.', contextTokens: 120_001 }));
      await say();
    },
  },
  'a session that holds too much for its model': {
    reason: 'session-full',
    async lose({ agents, say }) {
      agents.onTurn(() => ({ text: 'Long.', contextTokens: 601, contextWindow: 1_000 }));
      await say();
    },
  },
  'a session that holds enough': {
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
        [`a turn that ${status}, of an agent that forks`, { forks: true, lose }],
        [`a turn that ${status}, of one that does not`, { forks: false, reason: 'turn-incomplete', lose }],
      ];
    }),
  ),
};

describe('a member still knows every message after', () => {
  it.each(Object.entries(CASES))('%s', async (_name, { forks, reason, fields = {}, lose }) => {
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

      const context = everything();
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
    'turns outside of its session because of %s',
    async (how) => {
      const agents = sessionExecutor({ forks: true });
      const base = teamOf(['max']);
      const first = start(agents, base);
      await first.say();
      await first.conversation.close();
      let store = first.store;
      const context = everything();
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

  it('the last message that its session has seen is no longer kept', async () => {
    const agents = sessionExecutor({ forks: true });
    const context = quietContext({ contextWindowSize: Number.POSITIVE_INFINITY, maxMessages: 4 });
    const { say, memory } = start(agents, teamOf(['max', 'gina']), context);
    await say();
    for (let turn = 0; turn < 3; turn++) await say(`For Gina, ${turn}.`, 'gina');
    const { before } = await say();
    expectComplete(context, before);
    expect(memory()).toMatchObject({ mode: 'full', reason: 'seen-not-kept' });
  });

  it('a delta that does not fit the budget', async () => {
    const agents = sessionExecutor({ forks: true });
    const context = quietContext({ contextWindowSize: Number.POSITIVE_INFINITY, maxBytes: 300 });
    const { say, memory } = start(agents, teamOf(['max', 'gina']), context);
    await say();
    for (let turn = 0; turn < 9; turn++) await say(`For Gina, ${turn}: ${'x'.repeat(40)}.`, 'gina');
    await say();
    expect(memory()).toMatchObject({ mode: 'full', reason: 'delta-dropped' });
  });

  it('a turn that was cut off because ctx was killed', async () => {
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
      const context = everything();
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

it('a context with a window shows no more messages than the window in any turn', async () => {
  const agents = sessionExecutor({ forks: true });
  const { say, memory } = start(agents, teamOf(['max']), quietContext({ contextWindowSize: 2 }));
  for (let turn = 1; turn <= 3; turn++) await say();
  expect((await say()).before).not.toContain('Fact 1 of Alice.');
  expect(memory()).toMatchObject({ mode: 'full', reason: 'window-size' });
});

it('a durable executor gets everything in every turn, because any machine may run the turn', async () => {
  const agents = sessionExecutor({ forks: true });
  const { say, memory } = start({ ...agents, executor: { ...agents.executor, durable: true } });
  await say();
  const { turn } = await say();
  expect(turn.session).toBe('discard');
  expect(memory()).toMatchObject({ mode: 'full', reason: 'no-memory' });
});
