import { describe, expect, it } from 'vitest';
import { scriptedExecutor } from '../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../__fixtures__/team-of.ts';
import { createMemoryStore } from '../session/memory-store.ts';
import { createConversation } from './create-conversation.ts';

/** A context that counts the calls a conversation makes. */
function countingContext(windowSize: number) {
  const context = quietContext({ contextWindowSize: windowSize });
  const calls = { assembled: 0, whole: 0, snapshots: 0 };
  const counted = new Proxy(context, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key === 'getMessages' || key === 'exportSnapshot') calls.whole += 1;
      if (key === 'exportSnapshot') calls.snapshots += 1;
      if (key === 'assembleForAgent') calls.assembled += 1;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { context: counted, calls };
}

describe('a long conversation', () => {
  it('does the same amount of work on context and store in turn 2,000 as in turn 1', async () => {
    const turns = 2_000;
    const { executor } = scriptedExecutor({
      a: ({ id }) => `Answer of ${id}. [NEXT: b]`,
      b: ({ id }) => `Answer of ${id}. [NEXT: a]`,
    });
    const { context, calls } = countingContext(5);
    const memory = createMemoryStore();
    const appended: number[] = [];
    const store = {
      ...memory,
      append: (...args: Parameters<typeof memory.append>) => {
        appended.push(JSON.stringify(args[0]).length);
        return memory.append(...args);
      },
    };
    const conversation = createConversation({
      team: teamOf(['a', 'b'], { maxTurns: turns }),
      context,
      executor,
      store,
    });
    const opening = calls.whole;
    await conversation.send('Go. [NEXT: a]');
    await conversation.idle();
    expect(context.getLatestMessage()?.content).toBe('Answer of turn-2000. [NEXT: a]');
    expect(calls.assembled).toBe(turns);
    // No turn reads the whole conversation.
    expect(calls.whole).toBe(opening);
    // Two appends per turn. Their size grows only by the digits of the numbers in them.
    expect(appended).toHaveLength(1 + 2 * turns + 1);
    const largest = (sizes: readonly number[]) => Math.max(...sizes);
    expect(largest(appended.slice(-200))).toBeLessThan(largest(appended.slice(1, 200)) + 100);
    expect(conversation.status().waiting).toHaveLength(1);
  }, 120_000);
});

describe('the messages of a conversation', () => {
  it('are the kept messages themselves, not copies', async () => {
    const { context, calls } = countingContext(5);
    const { executor } = scriptedExecutor({ sarah: ['Hi.'] });
    const { conversation, settle } = startConversation(teamOf(['sarah']), executor, { context });
    const said = await conversation.send('Hello.', { to: ['sarah'] });
    await settle();
    const snapshots = calls.snapshots;
    expect(conversation.messages()[0]).toBe(said);
    expect(conversation.messages().at(-1)?.speaker.roleId).toBe('sarah');
    expect(Object.isFrozen(said)).toBe(true);
    expect(calls.snapshots).toBe(snapshots);
  });
});

describe('a slow reader', () => {
  it('slows the agent down, so that memory does not fill up', async () => {
    let produced = 0;
    const { executor } = scriptedExecutor({
      async *sarah() {
        for (let n = 0; n < 500; n++) {
          produced += 1;
          yield { type: 'text-delta', text: 'x' };
        }
        yield { type: 'turn-end', result: { status: 'completed', text: 'x' } };
      },
    });
    const context = quietContext();
    const conversation = createConversation({
      team: teamOf(['sarah']),
      context,
      executor,
      store: createMemoryStore(),
      eventBuffer: 10,
    });
    const reader = conversation.events();
    await conversation.send('[NEXT: sarah]');
    for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(produced).toBeLessThan(20);
    let seen = 0;
    for await (const event of reader) {
      if (event.type === 'agent-event') seen += 1;
      if (event.type === 'waiting-for-human') break;
    }
    expect(seen).toBe(501);
    await conversation.close();
  });

  it('that never reads does not prevent closing', async () => {
    const { executor } = scriptedExecutor({ sarah: ['Hi. [NEXT: max]'], max: ['Hi. [NEXT: sarah]'] });
    const conversation = createConversation({
      team: teamOf(['sarah', 'max']),
      context: quietContext(),
      executor,
      store: createMemoryStore(),
      eventBuffer: 3,
    });
    conversation.events();
    void conversation.send('[NEXT: sarah]');
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(conversation.status().state).toBe('running');
    await conversation.close();
  });
});

describe('events', () => {
  it('come in the order in which things happen', async () => {
    const { executor } = scriptedExecutor({ sarah: ['Hi.'] });
    const { conversation, settle, events } = startConversation(teamOf(['sarah']), executor);
    await conversation.send('[NEXT: sarah]');
    await settle();
    expect(events.map((event) => (event.type === 'agent-event' ? event.event.type : event.type))).toEqual([
      'message',
      'queue',
      'queue',
      'turn-start',
      'text',
      'turn-end',
      'message',
      'turn-end',
      'waiting-for-human',
    ]);
    const end = events.find((event) => event.type === 'turn-end');
    expect(end).toMatchObject({ turn: 'turn-1', member: 'sarah', status: 'completed', messageId: 'msg-2' });
    expect(end?.durationMs).toBeGreaterThanOrEqual(0);
  });
});
