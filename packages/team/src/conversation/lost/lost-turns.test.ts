import type { AgentTurn, SessionStore, TurnExecutor } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createLeftStore } from '../../__fixtures__/left-store.ts';
import { type Script, scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { until } from '../../__fixtures__/until.ts';
import type { AgentMember, Team } from '../../team-file/team.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import type { ConversationEvent } from '../conversation-event.ts';
import { resumeConversation } from '../resume-conversation.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** An executor whose turns never end, and the number of turns that it has started. */
function hangingExecutor(): { executor: TurnExecutor; started: () => number } {
  let started = 0;
  const executor: TurnExecutor = {
    async *run() {
      started += 1;
      await new Promise(() => {});
    },
  };
  return { executor, started: () => started };
}

/** A team whose agents have the given fields. */
function teamWith(fields: Partial<AgentMember>, ids: readonly string[] = ['a', 'b'], team: Partial<Team> = {}): Team {
  const base = teamOf(ids, team);
  return { ...base, members: base.members.map((member) => (member.type === 'ai' ? { ...member, ...fields } : member)) };
}

/** Sends `text` and stops when so many turns run. Returns the log, as a killed writer would leave it. */
async function killedWhile(team: Team, text: string, running = 1): Promise<SessionStore> {
  const store = createLeftStore();
  const { executor, started } = hangingExecutor();
  const { conversation } = startConversation(team, executor, { store });
  await conversation.send(text);
  await until(() => started() === running);
  return store;
}

async function resumed(
  store: SessionStore,
  team: Team,
  scripts: Record<string, Script>,
  more: Partial<TurnExecutor> = {},
) {
  const { executor, turns } = scriptedExecutor(scripts);
  const context = quietContext();
  const conversation = await resumeConversation({ team, context, executor: { ...executor, ...more }, store });
  const events: ConversationEvent[] = [];
  void (async () => {
    for await (const event of conversation.events()) events.push(event);
  })();
  /** Waits until no turn runs and every event has been read. */
  const settle = async () => {
    await conversation.idle();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const transcript = () => context.getMessages().map(({ speaker, content }) => `${speaker.roleId}: ${content}`);
  const ran = () => turns.map(({ id, member, attempt }) => `${id} ${member} ${attempt}`);
  return { conversation, turns, events, settle, transcript, ran };
}

const scripts = { a: () => 'A.', b: () => 'B.' };
const typesOf = (events: readonly ConversationEvent[]) => events.map(({ type }) => type);

describe('a turn that was cut off', () => {
  it('runs again with the same id if its member may only read', async () => {
    const team = teamWith({});
    const store = await killedWhile(team, '[NEXT: a, b]');
    const { conversation, ran, settle, transcript } = await resumed(store, team, scripts);
    conversation.proceed();
    await settle();
    expect(ran()).toEqual(['turn-1 a 2', 'turn-2 b 1']);
    expect(transcript()).toEqual(['alice: [NEXT: a, b]', 'a: A.', 'b: B.']);
    const starts = (await recordsOf(store)).filter((record) => record.type === 'turn-start');
    expect(starts.map(({ turn, attempt }) => `${turn} ${attempt}`)).toEqual(['turn-1 1', 'turn-1 2', 'turn-2 1']);
    expect(new Set(starts.map(({ marker }) => marker)).size).toBe(3);
  });

  it.each([
    ['may edit', { permissions: 'edit' }],
    ['is an unrestricted program', { command: ['tool'], agentType: 'command', permissions: 'unrestricted' }],
    ['has onLost: ask', { onLost: 'ask' }],
  ] as const)('waits for the human if its member %s, and the other turns run', async (_what, fields) => {
    const team = teamWith(fields as Partial<AgentMember>);
    const store = await killedWhile(team, '[NEXT: a, b]');
    const { conversation, ran, settle, events, transcript } = await resumed(store, team, scripts);
    conversation.proceed();
    await settle();
    expect(ran()).toEqual(['turn-2 b 1']);
    expect(typesOf(events).slice(0, 3)).toEqual(['message', 'turn-end', 'turn-lost']);
    expect(events[1]).toMatchObject({ turn: 'turn-1', status: 'unknown', error: { code: 'CTX_TURN_LOST' } });
    expect(events[2]).toEqual({ type: 'turn-lost', turn: 'turn-1', member: 'a', replyTo: 'msg-1', attempt: 1 });
    expect(transcript()[1]).toMatch(/^system: a did not answer: ctx was stopped while a was working/);
    expect(conversation.status()).toMatchObject({ lost: [{ turn: 'turn-1', attempt: 1 }], floor: { member: 'alice' } });
  });

  it('is settled before anything else happens, even if messages are sent while it is being settled', async () => {
    const team = teamWith({ permissions: 'edit' }, ['a', 'b', 'c'], { parallel: true });
    const store = await killedWhile(team, '[NEXT: a, b, c]', 3);
    const slow: SessionStore = {
      ...store,
      async append(records, options) {
        await pause();
        return store.append(records, options);
      },
    };
    const { conversation, ran, settle } = await resumed(slow, team, scripts);
    const first = conversation.send('One.');
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, conversation.send('Two.')]);
    await settle();
    expect(ran()).toEqual([]);
    expect(conversation.status().lost.map(({ turn }) => turn)).toEqual(['turn-1', 'turn-2', 'turn-3']);
  });

  it('runs again if its member has onLost: retry, with any permissions', async () => {
    const team = teamWith({ permissions: 'full', onLost: 'retry' });
    const store = await killedWhile(team, '[NEXT: a]');
    const { conversation, ran, settle } = await resumed(store, team, scripts);
    conversation.proceed();
    await settle();
    expect(ran()).toEqual(['turn-1 a 2']);
  });

  it('has its leftover processes ended before anything is written or run', async () => {
    const team = teamWith({});
    const store = await killedWhile(team, '[NEXT: a]');
    const before = await recordsOf(store);
    const marker = before.flatMap((record) => (record.type === 'turn-start' ? record.marker : []))[0];
    const ended: string[] = [];
    let atThatTime = 0;
    const { conversation, settle, turns } = await resumed(store, team, scripts, {
      async endLeftovers(of) {
        ended.push(of);
        await pause();
        atThatTime = (await recordsOf(store)).length + turns.length;
      },
    });
    await conversation.send('Never mind. [DROP: ALL]');
    await settle();
    expect(ended).toEqual([marker]);
    expect(atThatTime).toBe(before.length);
    expect(turns).toEqual([]);
  });

  it('is neither ended nor started again by a durable executor, but attached to', async () => {
    const team = teamWith({ permissions: 'edit' });
    const store = await killedWhile(team, '[NEXT: a]');
    const records = (await recordsOf(store)).length;
    const ended: string[] = [];
    const { conversation, ran, settle, turns } = await resumed(store, team, scripts, {
      durable: true,
      endLeftovers: async (marker) => void ended.push(marker),
    });
    conversation.proceed();
    await settle();
    expect(ran()).toEqual(['turn-1 a 1']);
    expect(ended).toEqual([]);
    const after = (await recordsOf(store)).slice(records);
    expect(after.map(({ type }) => type)).toEqual(['message', 'turn-end', 'floor']);
    const [start] = (await recordsOf(store)).filter((record) => record.type === 'turn-start');
    expect((turns[0] as AgentTurn).marker).toBe(start?.marker);
  });

  it('keeps its id and counts its attempts when ctx is killed again and again', async () => {
    const team = teamWith({});
    const store = await killedWhile(team, '[NEXT: a]');
    for (const attempt of [2, 3, 4]) {
      const { executor, started } = hangingExecutor();
      const again = await resumeConversation({ team, context: quietContext(), executor, store });
      again.proceed();
      await until(() => started() === 1);
      expect(again.status().running).toEqual([{ turn: 'turn-1', member: 'a' }]);
      const starts = (await recordsOf(store)).filter((record) => record.type === 'turn-start');
      expect(starts.at(-1)).toMatchObject({ turn: 'turn-1', attempt });
    }
  });

  it('ends the conversation when its leftover processes cannot be ended', async () => {
    const team = teamWith({});
    const store = await killedWhile(team, '[NEXT: a]');
    const { conversation, ran, settle, events } = await resumed(store, team, scripts, {
      endLeftovers: () => Promise.reject(new Error('not permitted')),
    });
    conversation.proceed();
    await settle();
    expect(ran()).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'ended', reason: 'failed', error: { message: 'not permitted' } });
  });
});

describe('a human who decides about a lost turn', () => {
  const team = teamWith({ permissions: 'edit' });

  async function lost() {
    const store = await killedWhile(team, '[NEXT: a]');
    const first = await resumed(store, team, scripts);
    first.conversation.proceed();
    await first.settle();
    return { store, ...first };
  }

  it('can have it run again, with the same id', async () => {
    const { conversation, ran, settle, transcript, store } = await lost();
    await conversation.decide('turn-1', 'again');
    await settle();
    expect(ran()).toEqual(['turn-1 a 2']);
    expect(transcript().at(-1)).toBe('a: A.');
    expect(conversation.status()).toMatchObject({ lost: [], turnsSinceHuman: 1 });
    const third = await resumed(store, team, scripts);
    expect(third.conversation.status()).toMatchObject({ lost: [], waiting: [], turnsSinceHuman: 1 });
  });

  it('can have it run again after maxTurns gave the human the floor', async () => {
    const short = { ...team, maxTurns: 1 };
    const store = await killedWhile(short, '[NEXT: a]');
    const { conversation, ran, settle } = await resumed(store, short, scripts);
    conversation.proceed();
    await settle();
    await conversation.decide('turn-1', 'again');
    await settle();
    expect(ran()).toEqual(['turn-1 a 2']);
  });

  it('can skip it, so that nobody answers', async () => {
    const { conversation, ran, settle, events, store } = await lost();
    await conversation.decide('turn-1', 'skip');
    await settle();
    expect(ran()).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'queue', change: 'dropped', entries: [{ member: 'a' }] });
    const third = await resumed(store, team, scripts);
    expect(third.conversation.status()).toMatchObject({ lost: [], waiting: [] });
  });

  it('can take the floor to answer instead', async () => {
    const { conversation, settle, events, store } = await lost();
    await conversation.decide('turn-1', 'take', { by: 'alice' });
    await settle();
    expect(events.at(-1)).toEqual({ type: 'waiting-for-human', member: 'alice', reason: 'called' });
    const third = await resumed(store, team, scripts);
    expect(third.conversation.status()).toMatchObject({ lost: [], floor: { member: 'alice', reason: 'called' } });
  });

  it('is asked again after the next resume, and can decide then', async () => {
    const { store } = await lost();
    const { conversation, events, settle, ran } = await resumed(store, team, scripts);
    conversation.proceed();
    await settle();
    expect(typesOf(events)).toEqual(['turn-lost', 'waiting-for-human']);
    await conversation.decide('turn-1', 'again');
    await settle();
    expect(ran()).toEqual(['turn-1 a 2']);
  });

  it('need not decide again when ctx is killed right after the decision', async () => {
    const { store } = await lost();
    const { conversation } = await resumed(store, team, scripts);
    await conversation.decide('turn-1', 'again');
    const records = await recordsOf(store);
    const decided = records.findLastIndex((record) => record.type === 'queue' && record.added !== undefined);
    const cut = createLeftStore();
    await cut.append(records.slice(0, decided + 1), { expectedSeq: 0, operationId: 'copy' });
    const again = await resumed(cut, team, scripts);
    again.conversation.proceed();
    await again.settle();
    expect(again.ran()).toEqual(['turn-1 a 2']);
  });

  it('cannot decide about another turn, nor with an unknown decision or name', async () => {
    const { conversation } = await lost();
    await expect(conversation.decide('turn-9', 'again')).rejects.toThrow(
      /turn-9 does not wait for a decision; these do: turn-1/,
    );
    await expect(conversation.decide('turn-1', 'maybe' as never)).rejects.toThrow(TypeError);
    await expect(conversation.decide('turn-1', 'take', { by: 'nobody' })).rejects.toMatchObject({
      code: 'CTX_UNKNOWN_MEMBER',
    });
    expect(conversation.status().lost).toHaveLength(1);
  });

  it('can also decide about a lost turn from a snapshot', async () => {
    const { conversation } = await lost();
    const snapshot = JSON.parse(JSON.stringify(conversation.snapshot()));
    const { executor, turns } = scriptedExecutor(scripts);
    const { conversation: other, settle } = startConversation(team, executor, { snapshot });
    await other.decide('turn-1', 'again');
    await settle();
    expect(turns.map(({ id, attempt }) => `${id} ${attempt}`)).toEqual(['turn-1 2']);
  });
});

describe('an executor that reports a turn as lost', () => {
  const unknown = {
    status: 'unknown',
    text: '',
    error: { code: 'CTX_TURN_LOST', message: 'The worker is gone.' },
  } as const;

  it('gets it again for a member that may only read; after three attempts the human decides', async () => {
    const { executor, turns } = scriptedExecutor({ a: () => unknown });
    const { conversation, settle, ofType } = startConversation(teamWith({}), executor);
    await conversation.send('[NEXT: a]');
    await settle();
    expect(turns.map(({ id, attempt }) => `${id} ${attempt}`)).toEqual(['turn-1 1', 'turn-1 2', 'turn-1 3']);
    expect(ofType('turn-lost')).toMatchObject([{ turn: 'turn-1', attempt: 3 }]);
  });

  it('does not get it again for a member that may edit; the human decides', async () => {
    const { executor, turns } = scriptedExecutor({ a: () => unknown });
    const { conversation, settle, ofType } = startConversation(teamWith({ permissions: 'edit' }), executor);
    await conversation.send('[NEXT: a]');
    await settle();
    expect(turns).toHaveLength(1);
    expect(ofType('turn-lost')).toHaveLength(1);
  });
});
