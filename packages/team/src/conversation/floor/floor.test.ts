import type { TurnExecutor } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createLeftStore } from '../../__fixtures__/left-store.ts';
import { completed, scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { until } from '../../__fixtures__/until.ts';
import { resumeConversation } from '../resume-conversation.ts';

describe('humans in a team', () => {
  it('get the floor when they are called, and the queue waits for them', async () => {
    const { executor, turns } = scriptedExecutor({ sarah: ['Bob knows. [NEXT: bob]'], max: ['Here.'] });
    const team = teamOf(['sarah', 'max'], {}, ['alice', 'bob']);
    const { conversation, settle, ofType } = startConversation(team, executor);
    await conversation.send('[NEXT: sarah, max!P3]');
    await settle();
    expect(ofType('waiting-for-human')).toEqual([{ type: 'waiting-for-human', member: 'bob', reason: 'called' }]);
    expect(conversation.status()).toMatchObject({
      state: 'resting',
      floor: { member: 'bob' },
      waiting: [{ member: 'max' }],
    });
    expect(turns).toHaveLength(1);

    await conversation.send('It is 42.', { from: 'Bob' });
    await settle();
    expect(turns.map(({ member }) => member)).toEqual(['sarah', 'max']);
    expect(ofType('waiting-for-human').at(-1)).toMatchObject({ member: 'alice', reason: 'queue-empty' });
  });

  it('cannot speak as an agent or under an unknown name', async () => {
    const { conversation } = startConversation(teamOf(['sarah']), scriptedExecutor({}).executor);
    await expect(conversation.send('Hi.', { from: 'sarah' })).rejects.toMatchObject({ code: 'CTX_UNKNOWN_MEMBER' });
    await expect(conversation.send('Hi.', { from: 'zoe' })).rejects.toMatchObject({ code: 'CTX_UNKNOWN_MEMBER' });
    await expect(conversation.send('  ')).rejects.toThrow(TypeError);
    expect(conversation.messages()).toEqual([]);
  });

  it('may speak while a turn runs, without disturbing it', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { executor } = scriptedExecutor({
      async *sarah() {
        await held;
        yield { type: 'turn-end', result: { status: 'completed', text: 'Done.' } };
      },
      max: ['Hi.'],
    });
    const { conversation, settle, transcript } = startConversation(teamOf(['sarah', 'max']), executor);
    await conversation.send('[NEXT: sarah]');
    await conversation.send('And you. [NEXT: max!P1]');
    release();
    await settle();
    expect(transcript()).toEqual([
      'alice: [NEXT: sarah]',
      'alice: And you. [NEXT: max!P1]',
      'sarah: Done.',
      'max: Hi.',
    ]);
  });
});

describe('a team without humans', () => {
  it('gets messages from a guest, and ends when nobody is called', async () => {
    const { executor } = scriptedExecutor({ sarah: ['Done.'] });
    const { conversation, settle, ofType, reading, context } = startConversation(teamOf(['sarah'], {}, []), executor);
    await conversation.send('Go. [NEXT: sarah]');
    await settle();
    await reading;
    expect(context.getMessages()[0]?.speaker).toEqual({ roleId: 'human', roleName: 'Human', type: 'human' });
    expect(ofType('ended')).toEqual([{ type: 'ended', reason: 'done' }]);
    await expect(conversation.send('More.')).rejects.toMatchObject({ code: 'CTX_CONVERSATION_ENDED' });
  });
});

describe('two agents that call each other again and again', () => {
  const script = { a: () => '[NEXT: b]', b: () => '[NEXT: a]' };

  it('give the floor to the human after maxTurns, with a note, and continue when the human speaks', async () => {
    const { executor, turns } = scriptedExecutor(script);
    const { conversation, settle, ofType } = startConversation(teamOf(['a', 'b'], { maxTurns: 7 }), executor);
    await conversation.send('[NEXT: a]');
    await settle();
    expect(turns).toHaveLength(7);
    expect(ofType('waiting-for-human')).toMatchObject([{ member: 'alice', reason: 'max-turns' }]);
    expect(ofType('waiting-for-human')[0]?.note).toBe(
      '7 agent turns since a human last spoke (maxTurns 7). 1 call waits; say something to continue.',
    );
    await conversation.send('Go on.');
    await settle();
    expect(turns).toHaveLength(14);
  });

  it('end the conversation when there is no human', async () => {
    const { executor, turns } = scriptedExecutor(script);
    const { conversation, reading, ofType } = startConversation(teamOf(['a', 'b'], { maxTurns: 3 }, []), executor);
    await conversation.send('[NEXT: a]');
    await reading;
    expect(turns).toHaveLength(3);
    expect(ofType('ended')).toEqual([{ type: 'ended', reason: 'max-turns' }]);
  });

  it('cause no note when the queue is empty after the last turn that maxTurns allows', async () => {
    const { executor } = scriptedExecutor({ a: ['[NEXT: b]'], b: ['Done.'] });
    const { conversation, settle, ofType } = startConversation(teamOf(['a', 'b'], { maxTurns: 2 }), executor);
    await conversation.send('[NEXT: a]');
    await settle();
    expect(ofType('waiting-for-human')).toEqual([
      { type: 'waiting-for-human', member: 'alice', reason: 'queue-empty' },
    ]);
  });
});

describe('parallel turns', () => {
  const parallel = { parallel: true };

  it('run at the same time, all see the same messages, and answer the message that called them', async () => {
    let running = 0;
    let most = 0;
    const script = async function* (turn: { readonly member: string }) {
      running += 1;
      most = Math.max(most, running);
      // Long enough for the others to start: each turn starts at most two rounds of the event loop after the one before.
      for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      yield { type: 'turn-end', result: { status: 'completed', text: `${turn.member} is done.` } } as const;
    };
    const { executor, turns } = scriptedExecutor({ a: script, b: script, c: script });
    const { conversation, settle } = startConversation(teamOf(['a', 'b', 'c'], parallel), executor);
    await conversation.send('First.');
    await conversation.send('Go. [NEXT: a, b!P3, c!P1]');
    await settle();
    expect(most).toBe(3);
    expect(turns.map(({ member }) => member).sort()).toEqual(['a', 'b', 'c']);
    expect(new Set(turns.map(({ upTo, replyTo }) => `${upTo} ${replyTo}`))).toEqual(new Set(['msg-2 msg-2']));
    for (const { prompt } of turns) expect(prompt).toBe('alice: First.\n\nGo.');
  });

  it('are never more than maxTurns allows', async () => {
    const { executor, turns } = scriptedExecutor({ a: ['x'], b: ['x'], c: ['x'] });
    const team = teamOf(['a', 'b', 'c'], { parallel: true, maxTurns: 2 });
    const { conversation, settle, ofType } = startConversation(team, executor);
    await conversation.send('[NEXT: a, b, c]');
    await settle();
    expect(turns).toHaveLength(2);
    expect(ofType('waiting-for-human')).toMatchObject([{ reason: 'max-turns' }]);
  });

  it('do not include a human, who gets the floor after them', async () => {
    const { executor, turns } = scriptedExecutor({ a: ['x'], b: ['x'] });
    const { conversation, settle, ofType } = startConversation(
      teamOf(['a', 'b'], parallel, ['alice', 'bob']),
      executor,
    );
    await conversation.send('[NEXT: a, a!P3, bob, b]');
    await settle();
    expect(turns.map(({ member }) => member)).toEqual(['a', 'b']);
    expect(ofType('waiting-for-human')).toMatchObject([{ member: 'bob' }]);
  });

  it('run one after the other when different messages called them', async () => {
    const { executor, turns } = scriptedExecutor({ a: ['[NEXT: c]'], b: ['[NEXT: c]'], c: ['x', 'y'] });
    const { conversation, settle } = startConversation(teamOf(['a', 'b', 'c'], parallel), executor);
    await conversation.send('[NEXT: a, b]');
    await settle();
    expect(turns.map(({ member, replyTo }) => `${member} ${replyTo}`)).toEqual([
      'a msg-1',
      'b msg-1',
      'c msg-3',
      'c msg-2',
    ]);
  });
});

describe('a message that is no longer kept', () => {
  it('is reported as unresolved, and the queue continues', async () => {
    const { executor, turns } = scriptedExecutor({ a: ['one'], b: ['two'], c: ['three'] });
    const context = quietContext({ maxMessages: 2 });
    const { conversation, settle, ofType } = startConversation(teamOf(['a', 'b', 'c']), executor, { context });
    await conversation.send('[NEXT: a, b, c]');
    await settle();
    expect(turns.map(({ member }) => member)).toEqual(['a', 'b']);
    expect(ofType('unresolved')).toEqual([
      { type: 'unresolved', reason: 'message-gone', names: ['c'], message: 'msg-1' },
    ]);
    expect(ofType('waiting-for-human')).toHaveLength(1);
  });
});

describe('a turn that is cancelled', () => {
  it('does not count as a reply in a row, also after a resume', async () => {
    let isRunning = false;
    const executor: TurnExecutor = {
      async *run({ member }, { signal }) {
        isRunning = true;
        if (member === 'a') {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          yield { type: 'turn-end', result: { status: 'cancelled', text: '' } };
        } else yield* completed('Yes.');
      },
    };
    const store = createLeftStore();
    const team = teamOf(['a', 'other']);
    const { conversation } = startConversation(team, executor, { store });
    await conversation.send('[NEXT: a, other]');
    await until(() => isRunning);
    const during = conversation.snapshot().repliesInRow;
    conversation.cancel();
    await conversation.idle();
    // First the cancelled reply of `a`, which is then taken back; then the reply of `other`.
    expect([during, conversation.snapshot().repliesInRow]).toEqual([1, 1]);
    const again = await resumeConversation({ team, context: quietContext(), executor, store });
    expect(again.snapshot().repliesInRow).toBe(1);
  });
});
