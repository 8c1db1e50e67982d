import { describe, expect, it } from 'vitest';
import { createLeftStore } from '../../__fixtures__/left-store.ts';
import { sessionExecutor } from '../../__fixtures__/session-executor.ts';
import { startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import { wholeContext } from '../memory/__fixtures__/session-team.ts';
import { resumeConversation } from '../resume-conversation.ts';

const memory = (events: readonly { type: string; receipt?: { memory?: unknown } | undefined }[]) =>
  events.filter(({ type }) => type === 'turn-end').map(({ receipt }) => receipt?.memory);

describe('a model chosen with setModel', () => {
  it('is published, logged and used from the next turn on, which is sent everything; also after a resume', async () => {
    const agents = sessionExecutor({ forks: true });
    const team = teamOf(['max']);
    const store = createLeftStore();
    const { conversation, settle, events } = startConversation(team, agents.executor, {
      store,
      context: wholeContext(),
    });
    const say = async (text: string) => {
      await conversation.send(text, { to: ['max'] });
      await settle();
    };
    await say('One.');
    await say('Two.');
    await conversation.setModel('Max', 'opus-5');
    await settle();
    const chosen = { type: 'model', member: 'max', model: 'opus-5', by: 'alice' } as const;
    expect(events).toContainEqual(chosen);
    expect((await recordsOf(store)).filter(({ type }) => type === 'model')).toMatchObject([chosen]);
    expect(conversation.status().models).toEqual(new Map([['max', 'opus-5']]));
    await say('Three.');
    await say('Four.');
    expect(agents.lived.map(({ turn }) => turn.model)).toEqual([undefined, undefined, 'opus-5', 'opus-5']);
    expect(memory(events)).toMatchObject([
      { mode: 'full', reason: 'no-session' },
      { mode: 'delta' },
      { mode: 'full', reason: 'model-changed' },
      { mode: 'delta' },
    ]);
    const resumed = await resumeConversation({ team, context: wholeContext(), executor: agents.executor, store });
    expect(resumed.status().models).toEqual(new Map([['max', 'opus-5']]));
    await resumed.setModel('max', null);
    expect(resumed.status().models.size).toBe(0);
    expect(resumed.snapshot().models).toBeUndefined();
  });

  it('is refused for a person, for a command, and if it could be taken for something else', async () => {
    const team = teamOf(['max', 'sh']);
    const members = team.members.map((member) =>
      member.id === 'sh' ? { ...member, command: ['sh'] as const } : member,
    );
    const { conversation } = startConversation({ ...team, members }, sessionExecutor({ forks: true }).executor);
    await expect(conversation.setModel('alice', 'opus')).rejects.toMatchObject({ code: 'CTX_UNKNOWN_MEMBER' });
    await expect(conversation.setModel('sh', 'opus')).rejects.toMatchObject({ code: 'CTX_TEAM_FILE' });
    for (const model of ['', '--dangerously-skip', 'a b', 'a\nb', 'a;b', 'x'.repeat(300)]) {
      await expect(conversation.setModel('max', model)).rejects.toThrow(TypeError);
    }
    for (const model of ['gpt-5', 'claude-opus-5[1m]', 'models/gemini-3:pro', 'a@2026', 'x.y_z']) {
      await conversation.setModel('max', model);
    }
    expect(conversation.status().models.get('max')).toBe('x.y_z');
  });
});
