import type { SessionStore } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createLeftStore } from '../../__fixtures__/left-store.ts';
import { type Script, scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { until } from '../../__fixtures__/until.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import type { ConversationEvent } from '../conversation-event.ts';
import { createConversation } from '../create-conversation.ts';
import { resumeConversation } from '../resume-conversation.ts';

/** A store whose appends never resolve after the first `appends`, as if its writer had been killed there. */
function killedAfter(store: SessionStore, appends: number): { store: SessionStore; isKilled: () => boolean } {
  let left = appends;
  const killed: SessionStore = {
    ...store,
    append: (...args) => {
      left -= 1;
      return left < 0 ? new Promise(() => {}) : store.append(...args);
    },
    close: async () => {},
  };
  return { store: killed, isKilled: () => left < 0 };
}

async function resumed(store: SessionStore, team = teamOf(['a', 'b', 'c']), script: Record<string, Script> = {}) {
  const { executor, turns } = scriptedExecutor({ a: () => 'A.', b: () => 'B.', c: () => 'C.', ...script });
  const context = quietContext();
  const conversation = await resumeConversation({ team, context, executor, store });
  const events: ConversationEvent[] = [];
  void (async () => {
    for await (const event of conversation.events()) events.push(event);
  })();
  const transcript = () => context.getMessages().map(({ speaker, content }) => `${speaker.roleId}: ${content}`);
  return { conversation, context, turns, transcript, events };
}

describe('a conversation that was killed', () => {
  const script = { a: () => 'A. [NEXT: c]', b: () => 'B.', c: () => 'C.' };
  const team = teamOf(['a', 'b', 'c'], { task: 'Ship it' });
  const whole = ['alice: Go. [NEXT: a, b]', 'a: A. [NEXT: c]', 'c: C.', 'b: B.'];

  /** The log of a conversation that was killed while a worked and b waited. */
  async function killedInTurnOfA(): Promise<SessionStore> {
    const store = createLeftStore();
    const { executor, turns } = scriptedExecutor({
      async *a() {
        await new Promise(() => {});
      },
    });
    const { conversation } = startConversation(team, executor, { store });
    await conversation.send('Go. [NEXT: a, b]');
    await until(() => turns.length > 0);
    return store;
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'after %i appends continues after a resume as if nothing had happened',
    async (appends) => {
      const memory = createLeftStore();
      const { executor } = scriptedExecutor(script);
      const { store, isKilled } = killedAfter(memory, appends);
      const first = startConversation(team, executor, { store });
      void first.conversation.send('Go. [NEXT: a, b]');
      // After eight appends there is nothing left to write.
      await until(() => isKilled() || first.conversation.status().floor !== undefined);

      const again = await resumed(memory, team, script);
      expect(again.conversation.sessionId).toBe(first.conversation.sessionId);
      again.conversation.proceed();
      await again.conversation.idle();
      await until(() => again.events.at(-1)?.type === 'waiting-for-human');
      expect(again.transcript()).toEqual(whole);
      expect(again.context.getTeamTask()).toBe('Ship it');
      expect(again.events.at(-1)).toMatchObject({ type: 'waiting-for-human', member: 'alice', reason: 'queue-empty' });
      const messages = (await recordsOf(memory)).filter(({ type }) => type === 'message');
      expect(messages).toHaveLength(4);
    },
  );

  it('runs its cut-off turn again, with the same id and before all other calls', async () => {
    const memory = await killedInTurnOfA();
    const again = await resumed(memory, team, script);
    expect(again.conversation.status().waiting.map(({ member }) => member)).toEqual(['a', 'b']);
    again.conversation.proceed();
    await again.conversation.idle();
    expect(again.turns.map(({ attempt }) => attempt)).toEqual([2, 1, 1]);
    expect(again.turns.map(({ id, member }) => `${id} ${member}`)).toEqual(['turn-1 a', 'turn-2 c', 'turn-3 b']);

    const third = await resumed(memory, team, script);
    third.conversation.proceed();
    await third.conversation.idle();
    expect(third.turns).toEqual([]);
    expect(third.transcript()).toEqual(whole);
  });

  it('can have its cut-off turn dropped by a human', async () => {
    const memory = await killedInTurnOfA();
    const again = await resumed(memory, team, script);
    await again.conversation.send('Never mind. [DROP: ALL]');
    await again.conversation.idle();
    expect(again.turns).toEqual([]);
    const third = await resumed(memory, team, script);
    expect(third.conversation.status().waiting).toEqual([]);
  });
});

describe('a resumed conversation', () => {
  it('waits for the human who had the floor, with the same queue', async () => {
    const memory = createLeftStore();
    const team = teamOf(['a', 'b'], { maxTurns: 3 });
    const script = { a: () => 'A. [NEXT: b]', b: () => 'B. [NEXT: a]' };
    const first = startConversation(team, scriptedExecutor(script).executor, { store: memory });
    await first.conversation.send('Go. [NEXT: a]');
    await first.settle();

    const again = await resumed(memory, team, script);
    again.conversation.proceed();
    await until(() => again.events.length > 0);
    expect(again.turns).toEqual([]);
    expect(again.events).toMatchObject([{ type: 'waiting-for-human', reason: 'max-turns' }]);
    expect(again.conversation.status()).toMatchObject({ turnsSinceHuman: 3, waiting: [{ member: 'b' }] });
    await again.conversation.send('Go on.');
    await again.conversation.idle();
    expect(again.turns.map(({ id }) => id)).toEqual(['turn-4', 'turn-5', 'turn-6']);
  });

  it('publishes the notes of the store', async () => {
    const memory = createLeftStore();
    const first = startConversation(teamOf(['a']), scriptedExecutor({}).executor, { store: memory });
    await first.conversation.send('Go.');
    await first.settle();
    const again = await resumed({ ...memory, notes: ['The last line was set aside.'] });
    again.conversation.proceed();
    await until(() => again.events.length > 0);
    expect(again.events[0]).toEqual({ type: 'notice', kind: 'log-note', text: 'The last line was set aside.' });
  });

  it('drops calls of members who are no longer in the team', async () => {
    const memory = createLeftStore();
    const { store, isKilled } = killedAfter(memory, 1);
    const first = startConversation(teamOf(['a', 'gone']), scriptedExecutor({}).executor, { store });
    void first.conversation.send('[NEXT: gone, a]');
    await until(isKilled);
    const again = await resumed(memory, teamOf(['a']));
    again.conversation.proceed();
    await again.conversation.idle();
    expect(again.turns.map(({ member }) => member)).toEqual(['a']);
    expect(again.events).toContainEqual({
      type: 'unresolved',
      reason: 'unknown-name',
      names: ['gone'],
      message: 'msg-1',
    });
  });

  it('needs a session in the store', async () => {
    await expect(resumed(createLeftStore())).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
  });

  it('cannot be started as a new one by mistake', async () => {
    const memory = createLeftStore();
    const first = startConversation(teamOf(['a']), scriptedExecutor({}).executor, { store: memory });
    await first.conversation.send('Go.');
    const second = startConversation(teamOf(['a']), scriptedExecutor({}).executor, { store: memory });
    await expect(second.conversation.send('Go.')).rejects.toMatchObject({ code: 'CTX_STORE_CONFLICT' });
  });
});

describe('a snapshot', () => {
  it('of one conversation starts another with the same messages, task, queue and counters', async () => {
    const team = teamOf(['a', 'b'], { maxTurns: 2 });
    const script = { a: () => 'A. [NEXT: b]', b: () => 'B. [NEXT: a]' };
    const first = startConversation(team, scriptedExecutor(script).executor);
    await first.conversation.send('[TEAM_TASK: Ship it] Go. [NEXT: a]');
    await first.settle();
    const snapshot = JSON.parse(JSON.stringify(first.conversation.snapshot()));

    const store = createLeftStore();
    const context = quietContext();
    const { executor, turns } = scriptedExecutor(script);
    const second = createConversation({ team, context, executor, store, snapshot });
    expect(second.status()).toMatchObject({ floor: { reason: 'max-turns' }, waiting: [{ member: 'a' }] });
    await second.send('Go on.');
    await second.idle();
    expect(turns.map(({ id, member }) => `${id} ${member}`)).toEqual(['turn-3 a', 'turn-4 b']);
    expect(context.getTeamTask()).toBe('Ship it');

    const third = await resumed(store, team, script);
    expect(third.transcript()).toEqual([...first.transcript(), 'alice: Go on.', 'a: A. [NEXT: b]', 'b: B. [NEXT: a]']);
    expect(third.conversation.status()).toMatchObject({ turnsSinceHuman: 2, waiting: [{ member: 'a' }] });
  });

  it('keeps the floor after a reached limit, and the member that a call stands in for', () => {
    const team = teamOf(['a', 'b']);
    const empty = startConversation(team, scriptedExecutor({}).executor).conversation.snapshot();
    const floor = { member: 'alice', reason: 'limit', note: 'The limit is reached.' } as const;
    const call = {
      id: 'call-1',
      member: 'b',
      replyTo: 'msg-1',
      intent: 'P1',
      byHuman: true,
      standsInFor: 'a',
    } as const;
    const snapshot = { ...empty, floor, queue: [call], lost: [{ turn: 'turn-1', call, upTo: 'msg-1', attempt: 1 }] };
    const { conversation } = startConversation(team, scriptedExecutor({}).executor, { snapshot });
    expect(conversation.snapshot()).toMatchObject({ floor, queue: [call], lost: [{ call }] });
  });

  it('has a running turn in its queue', async () => {
    const { executor, turns } = scriptedExecutor({
      async *a() {
        await new Promise(() => {});
      },
    });
    const { conversation } = startConversation(teamOf(['a']), executor);
    await conversation.send('[NEXT: a]');
    await until(() => turns.length > 0);
    expect(conversation.snapshot()).toMatchObject({ queue: [{ member: 'a' }], turnsSinceHuman: 0, lastTurn: 1 });
  });

  it('is refused when it is malformed', () => {
    const make = (snapshot: unknown) => () =>
      createConversation({
        team: teamOf(['a']),
        context: quietContext(),
        executor: scriptedExecutor({}).executor,
        store: createLeftStore(),
        snapshot: snapshot as never,
      });
    const good = startConversation(teamOf(['a']), scriptedExecutor({}).executor).conversation.snapshot();
    expect(make(good)).not.toThrow();
    for (const bad of [
      {},
      { ...good, version: 2 },
      { ...good, queue: [{ id: 1 }] },
      { ...good, context: { messages: 1 } },
    ]) {
      expect(make(bad)).toThrow(expect.objectContaining({ code: 'CTX_INVALID_SNAPSHOT' }));
    }
  });

  it('is written first when the context already holds messages', async () => {
    const context = quietContext();
    context.addMessage({ content: 'Before.', speaker: { roleId: 'alice', roleName: 'alice', type: 'human' } });
    const store = createLeftStore();
    const { conversation } = startConversation(teamOf(['a']), scriptedExecutor({}).executor, { context, store });
    await conversation.send('After.');
    expect((await resumed(store)).transcript()).toEqual(['alice: Before.', 'alice: After.']);
  });
});
