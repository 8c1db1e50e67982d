import type { AgentEvent, TurnExecutor } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createLeftStore } from '../../__fixtures__/left-store.ts';
import { quietContext, teamOf } from '../../__fixtures__/team-of.ts';
import { until } from '../../__fixtures__/until.ts';
import type { Conversation } from '../conversation.ts';
import { createConversation } from '../create-conversation.ts';
import { resumeConversation } from '../resume-conversation.ts';

const team = teamOf(['sarah', 'max', 'gina']);

const patient: TurnExecutor = {
  async *run(_turn, { signal }): AsyncGenerator<AgentEvent> {
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    yield { type: 'turn-end', result: { status: 'cancelled', text: '' } };
  },
};

/** Sarah's turn runs until it is cancelled; Max and Gina wait. */
async function busyConversation() {
  const store = createLeftStore();
  const conversation = createConversation({ team, executor: patient, store, context: quietContext() });
  await conversation.send('Go.', { to: ['sarah', 'max', 'gina'] });
  return { conversation, store };
}

const waiting = (conversation: Conversation) => conversation.status().waiting.map(({ member }) => member);

describe('dropping calls', () => {
  it('removes one member from the queue, and leaves the running turn and the others alone', async () => {
    const { conversation } = await busyConversation();
    expect(await conversation.drop('Max')).toBe(1);
    expect(waiting(conversation)).toEqual(['gina']);
    expect(conversation.status().running.map(({ member }) => member)).toEqual(['sarah']);
    expect(await conversation.drop('max')).toBe(0);
    await conversation.close();
  });

  it('removes everybody when no name is given, also after a resume', async () => {
    const { conversation, store } = await busyConversation();
    expect(await conversation.drop()).toBe(2);
    const resumed = await resumeConversation({ team, executor: patient, store, context: quietContext() });
    expect(waiting(resumed).filter((member) => member !== 'sarah')).toEqual([]);
    await conversation.close();
    await resumed.close();
  });

  it('refuses an unknown name', async () => {
    const { conversation } = await busyConversation();
    await expect(conversation.drop('bob')).rejects.toMatchObject({ code: 'CTX_UNKNOWN_MEMBER' });
    await conversation.close();
  });
});

describe('the intent of a call', () => {
  it('comes from the options of send, unless the text gives one', async () => {
    const { conversation } = await busyConversation();
    await conversation.send('Stop.', { to: 'max', intent: 'P1' });
    await conversation.send('Later. [NEXT: gina!P3]', { intent: 'P1' });
    await conversation.send('Now. [NEXT: gina]', { intent: 'P1' });
    const intents = conversation.status().waiting.map(({ member, intent }) => `${member} ${intent}`);
    expect(intents).toEqual(['max P2', 'gina P2', 'max P1', 'gina P3', 'gina P1']);
    await conversation.close();
  });
});

describe('a conversation that is held', () => {
  it('lets the running turn end and starts no other until it proceeds', async () => {
    const { conversation } = await busyConversation();
    conversation.hold();
    conversation.cancel();
    await until(() => conversation.status().running.length === 0);
    expect(waiting(conversation)).toEqual(['max', 'gina']);
    await conversation.drop('max');
    conversation.proceed();
    await until(() => conversation.status().running.length === 1);
    expect(conversation.status().running[0]?.member).toBe('gina');
    await conversation.close();
  });

  it('can be closed', async () => {
    const { conversation } = await busyConversation();
    conversation.hold();
    await conversation.close();
    expect(conversation.status().state).toBe('ended');
  });
});
