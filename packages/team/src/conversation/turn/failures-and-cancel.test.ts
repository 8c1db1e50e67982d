import { CtxError } from '@ctx/core';
import { describe, expect, it } from 'vitest';
import { completed, type Script, scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { until } from '../../__fixtures__/until.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import { createConversation } from '../create-conversation.ts';

async function talk(sarah: Script) {
  const { executor } = scriptedExecutor({ sarah, max: ['I am here.'] });
  const talked = startConversation(teamOf(['sarah', 'max']), executor);
  await talked.conversation.send('[NEXT: sarah, max]');
  await talked.settle();
  return talked;
}

describe('an agent that fails', () => {
  it('leaves an error and a line in the transcript, and the next member gets its turn', async () => {
    const { transcript, ofType, context } = await talk(() => ({
      status: 'failed',
      text: '',
      error: { code: 'CTX_AGENT_NOT_FOUND', message: 'claude is not installed.\n\u001b[31mRun npm i' },
    }));
    expect(transcript()).toEqual([
      'alice: [NEXT: sarah, max]',
      'system: sarah did not answer: claude is not installed. [31mRun npm i',
      'max: I am here.',
    ]);
    expect(context.getMessages()[1]?.speaker.type).toBe('system');
    expect(ofType('turn-end')).toMatchObject([
      { turn: 'turn-1', status: 'failed', error: { code: 'CTX_AGENT_NOT_FOUND' }, messageId: undefined },
      { turn: 'turn-2', status: 'completed', messageId: 'msg-3' },
    ]);
  });

  it('keeps its partial answer, marked, and the calls in it are ignored', async () => {
    const { transcript, context, ofType } = await talk(() => ({
      status: 'timed-out',
      text: 'I was about to [NEXT: max] say',
      error: { code: 'CTX_AGENT_TIMEOUT', message: 'No answer within 30 minutes.' },
    }));
    expect(transcript().slice(1)).toEqual([
      'sarah: I was about to [NEXT: max] say',
      "system: sarah's answer above is incomplete: No answer within 30 minutes.",
      'max: I am here.',
    ]);
    expect(context.getMessages()[1]?.metadata).toMatchObject({ partial: true, status: 'timed-out' });
    expect(ofType('queue').filter(({ change }) => change === 'added')).toHaveLength(1);
  });

  it('keeps its partial answer when the executor throws', async () => {
    const thrown = await talk(async function* () {
      yield { type: 'text-delta', text: 'Half' };
      yield { type: 'text-delta', text: ' a word' };
      throw new CtxError('CTX_PERMISSION_REFUSED', 'Full access has to be allowed.');
    });
    expect(thrown.transcript().slice(1, 3)).toEqual([
      'sarah: Half a word',
      "system: sarah's answer above is incomplete: Full access has to be allowed.",
    ]);
    expect(thrown.ofType('turn-end')[0]).toMatchObject({ status: 'failed', error: { code: 'CTX_PERMISSION_REFUSED' } });
  });

  it('fails when its events stop without a turn-end', async () => {
    const { ofType, transcript } = await talk(async function* () {});
    expect(ofType('turn-end')[0]).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_FAILED' } });
    expect(transcript().at(-1)).toBe('max: I am here.');
  });

  it('fails without being started when its prompt does not fit the budget', async () => {
    const team = teamOf(['sarah', 'max']);
    const members = team.members.map((member) =>
      member.id === 'sarah' ? { ...member, systemInstruction: 'x'.repeat(100), maxBytes: 50 } : member,
    );
    const { executor, turns } = scriptedExecutor({ sarah: ['?'], max: ['I am here.'] });
    const { conversation, settle, ofType } = startConversation({ ...team, members }, executor);
    await conversation.send('[NEXT: sarah, max]');
    await settle();
    expect(turns.map(({ member }) => member)).toEqual(['max']);
    expect(ofType('turn-end')[0]).toMatchObject({ status: 'failed', error: { code: 'CTX_BUDGET_TOO_SMALL' } });
    expect(ofType('turn-end')[0]?.receipt).toBeUndefined();
    expect(ofType('turn-end')[1]?.receipt).toMatchObject({ message: { id: 'msg-1' } });
  });

  it('fails when its instruction file is missing', async () => {
    const team = teamOf(['sarah']);
    const members = team.members.map((member) => ({ ...member, instructionFile: '/nowhere/AGENTS.md' }));
    const { conversation, settle, transcript } = startConversation({ ...team, members }, scriptedExecutor({}).executor);
    await conversation.send('[NEXT: sarah]');
    await settle();
    expect(transcript()[1]).toBe(
      'system: sarah did not answer: The instruction file /nowhere/AGENTS.md of sarah cannot be read (ENOENT).',
    );
  });

  it('causes a notice and no message when its answer is empty', async () => {
    const { transcript, ofType } = await talk(() => ' \n\u200b');
    expect(transcript()).toEqual(['alice: [NEXT: sarah, max]', 'max: I am here.']);
    expect(ofType('notice')).toEqual([
      { type: 'notice', kind: 'empty-answer', text: 'sarah answered nothing.', turn: 'turn-1' },
    ]);
  });
});

describe('cancel', () => {
  const untilAborted: Script = async function* (_turn, signal) {
    yield { type: 'text-delta', text: 'Wait' };
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield {
      type: 'turn-end',
      result: { status: 'cancelled', text: 'Wait', error: { code: 'CTX_AGENT_CANCELLED', message: 'x' } },
    };
  };

  it('ends the running turn, keeps its partial answer, and lets the queue continue', async () => {
    const { executor } = scriptedExecutor({ sarah: untilAborted, max: ['I am here.'] });
    const { conversation, settle, transcript, ofType, events } = startConversation(teamOf(['sarah', 'max']), executor);
    await conversation.send('[NEXT: sarah, max]');
    await until(() => events.some(({ type }) => type === 'agent-event'));
    expect(conversation.status().running).toEqual([{ turn: 'turn-1', member: 'sarah' }]);
    conversation.cancel();
    await settle();
    expect(transcript().slice(1)).toEqual([
      'sarah: Wait',
      "system: sarah's answer above is incomplete: the turn was cancelled.",
      'max: I am here.',
    ]);
    expect(ofType('turn-end')[0]).toMatchObject({ status: 'cancelled' });
  });

  it('does not wait for an executor that ignores the signal', async () => {
    const { executor } = scriptedExecutor({
      async *sarah() {
        yield { type: 'text-delta', text: 'So' };
        await new Promise(() => {});
      },
    });
    const { conversation, settle, transcript, events } = startConversation(teamOf(['sarah']), executor, {
      cancelGraceMs: 1,
    });
    await conversation.send('[NEXT: sarah]');
    await until(() => events.some(({ type }) => type === 'agent-event'));
    conversation.cancel('turn-1');
    await settle();
    expect(transcript().slice(1)).toEqual([
      'sarah: So',
      "system: sarah's answer above is incomplete: the turn was cancelled.",
    ]);
  });

  it('does not wait for such an executor after a slow reader either', async () => {
    let hasSpoken = false;
    const { executor } = scriptedExecutor({
      async *sarah() {
        hasSpoken = true;
        yield { type: 'text-delta', text: 'So' };
        await new Promise(() => {});
      },
    });
    const conversation = createConversation({
      team: teamOf(['sarah']),
      context: quietContext(),
      executor,
      store: createMemoryStore(),
      eventBuffer: 5,
      cancelGraceMs: 5,
    });
    const reader = conversation.events();
    await conversation.send('[NEXT: sarah]');
    // The fifth event, the text, fills the buffer: the turn waits for the reader while the time to end passes.
    await until(() => hasSpoken);
    conversation.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
    for await (const event of reader) if (event.type === 'turn-end') break;
    await conversation.idle();
    expect(conversation.messages().map(({ content }) => content)).toContain('So');
  });

  it('with the id of one of several turns ends only that turn', async () => {
    const { executor } = scriptedExecutor({ sarah: untilAborted, max: untilAborted });
    const { conversation, settle, ofType } = startConversation(teamOf(['sarah', 'max'], { parallel: true }), executor);
    await conversation.send('[NEXT: sarah, max]');
    await until(() => ofType('agent-event').length === 2);
    conversation.cancel('turn-2');
    await until(() => ofType('turn-end').length > 0);
    expect(ofType('turn-end')).toMatchObject([{ turn: 'turn-2', member: 'max', status: 'cancelled' }]);
    expect(conversation.status().running).toEqual([{ turn: 'turn-1', member: 'sarah' }]);
    conversation.cancel();
    await settle();
    expect(ofType('turn-end').map(({ turn }) => turn)).toEqual(['turn-2', 'turn-1']);
  });

  it('with the id of a turn that is not running does nothing', async () => {
    const { executor } = scriptedExecutor({ sarah: () => completed('Done.') });
    const { conversation, settle, transcript } = startConversation(teamOf(['sarah']), executor);
    await conversation.send('[NEXT: sarah]');
    conversation.cancel('turn-9');
    await settle();
    expect(transcript()[1]).toBe('sarah: Done.');
  });
});

describe('close', () => {
  it('cancels running turns, ends the events, refuses later messages, and closes the store', async () => {
    const { executor } = scriptedExecutor({
      async *sarah(_turn, signal) {
        yield { type: 'text-delta', text: 'So' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield { type: 'turn-end', result: { status: 'cancelled', text: 'So' } };
      },
    });
    const { conversation, reading, events, store, transcript } = startConversation(teamOf(['sarah']), executor);
    await conversation.send('[NEXT: sarah]');
    await until(() => events.some(({ type }) => type === 'agent-event'));
    await conversation.close();
    await conversation.close();
    await reading;
    expect(events.at(-1)).toEqual({ type: 'ended', reason: 'closed' });
    expect(conversation.status().state).toBe('ended');
    expect(transcript()[1]).toBe('sarah: So');
    await expect(conversation.send('More.')).rejects.toMatchObject({ code: 'CTX_CONVERSATION_ENDED' });
    await expect(store.append([], { expectedSeq: 0, operationId: 'x' })).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
    });
  });

  it('before a turn has started prevents its start', async () => {
    const { executor, turns } = scriptedExecutor({ sarah: ['Hi.'] });
    const { conversation, ofType } = startConversation(teamOf(['sarah']), executor);
    await conversation.send('[NEXT: sarah]');
    await conversation.close();
    expect(turns).toEqual([]);
    expect(ofType('turn-end')).toMatchObject([{ status: 'cancelled' }]);
  });

  it('before anything was said leaves no log', async () => {
    const { conversation, store } = startConversation(teamOf(['sarah']), scriptedExecutor({}).executor);
    await conversation.close();
    for await (const record of store.read()) expect(record).toBeUndefined();
    expect(conversation.status().state).toBe('ended');
  });
});

describe('a store that fails', () => {
  it('ends the conversation with the error, whether it fails in send or in a turn', async () => {
    const failing = (after: number) => {
      let appends = 0;
      return {
        async append() {
          appends += 1;
          if (appends > after) throw new CtxError('CTX_STORE_FAILED', 'The disk is full.');
          return { seq: appends };
        },
        async *read() {},
        async close() {},
      };
    };
    const { executor } = scriptedExecutor({ sarah: ['Hi.'] });
    const atOnce = startConversation(teamOf(['sarah']), executor, { store: failing(0) });
    await expect(atOnce.conversation.send('Hello.')).rejects.toThrow('The disk is full.');
    await atOnce.reading;
    expect(atOnce.ofType('ended')).toMatchObject([{ reason: 'failed', error: { code: 'CTX_STORE_FAILED' } }]);
    expect(JSON.parse(JSON.stringify(atOnce.ofType('ended')))).toEqual([
      { type: 'ended', reason: 'failed', error: { code: 'CTX_STORE_FAILED', message: 'The disk is full.' } },
    ]);

    const later = startConversation(teamOf(['sarah']), executor, { store: failing(2) });
    await later.conversation.send('Hello. [NEXT: sarah]');
    await later.reading;
    expect(later.ofType('ended')).toMatchObject([{ reason: 'failed' }]);
    await expect(later.conversation.send('More.')).rejects.toMatchObject({ code: 'CTX_CONVERSATION_ENDED' });
  });
});
