import { describe, expect, it } from 'vitest';
import { createLeftStore } from '../../__fixtures__/left-store.ts';
import { scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { until } from '../../__fixtures__/until.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import { resumeConversation } from '../resume-conversation.ts';

describe('a task set with setTask', () => {
  it('is published, logged and shown to the next agent, without adding a message or calling anybody', async () => {
    const { executor, turns } = scriptedExecutor({ sarah: ['Ok.'] });
    const { conversation, settle, events, store } = startConversation(teamOf(['sarah']), executor);
    await conversation.setTask('Ship it, ] and all');
    await settle();
    expect(events).toEqual([{ type: 'task', task: 'Ship it, ] and all', by: 'alice' }]);
    expect(conversation.messages()).toEqual([]);
    expect(conversation.status()).toMatchObject({ state: 'resting', waiting: [] });
    const records = await recordsOf(store);
    expect(records).toMatchObject([
      { type: 'session-start' },
      { type: 'task', task: 'Ship it, ] and all', by: 'alice' },
    ]);

    await conversation.send('Go.', { to: ['sarah'] });
    await settle();
    expect(turns[0]?.prompt).toBe('Ship it, ] and all\n\nGo.');
  });

  it('is set by the human given as `by`, or by a guest in a team without humans', async () => {
    const { executor } = scriptedExecutor({});
    const crew = startConversation(teamOf(['sarah'], {}, ['alice', 'bob']), executor);
    await crew.conversation.setTask('A', { by: 'Bob' });
    await crew.settle();
    expect(crew.ofType('task')).toEqual([{ type: 'task', task: 'A', by: 'bob' }]);
    for (const by of ['sarah', 'zoe']) {
      await expect(crew.conversation.setTask('B', { by })).rejects.toMatchObject({ code: 'CTX_UNKNOWN_MEMBER' });
    }
    expect(crew.context.getTeamTask()).toBe('A');

    const agents = startConversation(teamOf(['sarah'], {}, []), executor);
    await agents.conversation.setTask('C');
    await agents.settle();
    expect(agents.ofType('task')).toEqual([{ type: 'task', task: 'C', by: 'human' }]);
  });

  it('can be removed, and is still removed after a resume', async () => {
    const team = teamOf(['sarah'], { task: 'Of the file' });
    const { executor } = scriptedExecutor({});
    const store = createLeftStore();
    const { conversation, context, ofType, settle } = startConversation(team, executor, { store });
    await conversation.setTask(null);
    await settle();
    expect(context.getTeamTask()).toBeNull();
    expect(ofType('task')).toEqual([{ type: 'task', task: null, by: 'alice' }]);
    const again = quietContext();
    await resumeConversation({ team, context: again, executor, store });
    expect(again.getTeamTask()).toBeNull();
  });

  it('is refused when it is blank', async () => {
    const { conversation } = startConversation(teamOf(['sarah']), scriptedExecutor({}).executor);
    await expect(conversation.setTask(' ')).rejects.toThrow(TypeError);
    await expect(conversation.setTask(undefined as never)).rejects.toThrow(TypeError);
  });

  it('is logged in the form that the context keeps', async () => {
    const { conversation, ofType, settle, context } = startConversation(teamOf(['a']), scriptedExecutor({}).executor);
    await conversation.setTask('x'.repeat(10_000));
    await settle();
    expect(ofType('task')[0]?.task).toBe(context.getTeamTask());
    expect(context.getTeamTask()!.length).toBeLessThan(10_000);
  });

  it('does not start a resumed conversation before proceed', async () => {
    const { executor, turns } = scriptedExecutor({ sarah: ['Hi.'] });
    const store = createLeftStore();
    let isRunning = false;
    const hanging = {
      async *run() {
        isRunning = true;
        await new Promise(() => {});
      },
    };
    const { conversation } = startConversation(teamOf(['sarah']), hanging, { store });
    await conversation.send('[NEXT: sarah]');
    await until(() => isRunning);
    const again = await resumeConversation({ team: teamOf(['sarah']), context: quietContext(), executor, store });
    await again.setTask('Ship it');
    await again.idle();
    expect(turns).toEqual([]);
    expect(again.status().waiting).toHaveLength(1);
  });

  it('is refused after the end, and ends the conversation when the log cannot be written', async () => {
    const { executor } = scriptedExecutor({});
    const closed = startConversation(teamOf(['sarah']), executor);
    await closed.conversation.close();
    await expect(closed.conversation.setTask('A')).rejects.toMatchObject({ code: 'CTX_CONVERSATION_ENDED' });

    const store = {
      append: () => Promise.reject(new Error('no room')),
      async *read() {},
      async close() {},
    };
    const failing = startConversation(teamOf(['sarah']), executor, { store });
    await expect(failing.conversation.setTask('A')).rejects.toThrow('no room');
    await failing.reading;
    expect(failing.events).toMatchObject([{ type: 'ended', reason: 'failed' }]);
  });
});
