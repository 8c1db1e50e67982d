import { describe, expect, it } from 'vitest';
import { completed, scriptedExecutor } from '../__fixtures__/scripted-executor.ts';
import { startConversation, teamOf } from '../__fixtures__/team-of.ts';

const talk = (scripts: Parameters<typeof scriptedExecutor>[0], fields: Parameters<typeof teamOf>[1] = {}) =>
  startConversation(teamOf(['sarah', 'max'], fields), scriptedExecutor(scripts).executor);

describe('a request', () => {
  it('gathers the answers of all turns until a human has the floor', async () => {
    const { conversation } = talk({ sarah: ['It is fixed. [NEXT: max]', 'Again.'], max: ['Reviewed. [NEXT: alice]'] });
    expect(await conversation.request('Fix it.', { to: 'sarah' })).toEqual({
      replies: [
        { member: 'sarah', text: 'It is fixed. [NEXT: max]', turn: 'turn-1', status: 'completed' },
        { member: 'max', text: 'Reviewed. [NEXT: alice]', turn: 'turn-2', status: 'completed' },
      ],
      status: 'completed',
    });
    const next = await conversation.request('And now?', { to: 'sarah' });
    expect(next.replies.map(({ text, turn }) => [text, turn])).toEqual([['Again.', 'turn-3']]);
  });

  it('that calls nobody has no replies', async () => {
    const { conversation } = talk({});
    expect(await conversation.request('A note.')).toEqual({ replies: [], status: 'completed' });
  });

  it('fails with a turn that does not complete, and keeps what it had said', async () => {
    const error = { code: 'CTX_AGENT_FAILED', message: 'no' } as const;
    const { conversation } = talk({ sarah: () => ({ status: 'failed', text: 'Half of', error }) });
    expect(await conversation.request('Go.', { to: 'sarah' })).toEqual({
      replies: [{ member: 'sarah', text: 'Half of', turn: 'turn-1', status: 'failed' }],
      status: 'failed',
    });
  });

  it('is stopped by a limit while agents still wait', async () => {
    const { conversation } = talk({ sarah: ['[NEXT: max]'] }, { maxTurns: 1 });
    expect((await conversation.request('Go.', { to: 'sarah' })).status).toBe('stopped');
  });

  it('is cancelled by its signal, with the turns that still wait', async () => {
    const abort = new AbortController();
    const { conversation } = talk({
      async *sarah(_turn, signal) {
        yield { type: 'text-delta', text: 'So' };
        const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
        abort.abort();
        await ended;
        yield { type: 'turn-end', result: { status: 'cancelled', text: 'So' } };
      },
      max: () => completed('never'),
    });
    const outcome = await conversation.request('Go. [NEXT: sarah, max]', { signal: abort.signal });
    expect(outcome).toMatchObject({
      replies: [{ member: 'sarah', text: 'So', status: 'cancelled' }],
      status: 'cancelled',
    });
    expect(conversation.status().waiting).toEqual([]);
    await expect(conversation.request('Go.', { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(conversation.messages().filter(({ content }) => content === 'Go.')).toEqual([]);
  });

  it('is refused as a message is, and leaves no reader behind', async () => {
    const { conversation } = talk({ sarah: ['Hi.'] });
    await expect(conversation.request(' ')).rejects.toThrow(TypeError);
    await expect(conversation.request('Hi', { to: 'nobody' })).rejects.toMatchObject({ code: 'CTX_UNKNOWN_MEMBER' });
    expect((await conversation.request('Hi', { to: 'sarah' })).status).toBe('completed');
  });

  it('ends with the conversation', async () => {
    const { conversation } = talk({
      async *sarah(_turn, signal) {
        queueMicrotask(() => void conversation.close());
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield { type: 'turn-end', result: { status: 'cancelled', text: '' } };
      },
    });
    expect((await conversation.request('Go.', { to: 'sarah' })).status).toBe('failed');
  });
});
