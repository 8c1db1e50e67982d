import type { TurnResult } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createLeftStore } from '../../__fixtures__/left-store.ts';
import { type Script, scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import type { Team } from '../../team-file/team.ts';
import type { ConversationOptions } from '../conversation.ts';
import { resumeConversation } from '../resume-conversation.ts';

const says = (text: string, more: Partial<TurnResult> = {}): Script => {
  return () => ({ status: 'completed', text, costUsd: 0.5, ...more });
};

/** Sarah and max call each other forever, at 50 cents a turn. */
function start(fields: Partial<Team>, scripts: Record<string, Script> = {}, humans?: readonly string[]) {
  const { executor, turns } = scriptedExecutor({ sarah: says('[NEXT: max]'), max: says('[NEXT: sarah]'), ...scripts });
  const team = teamOf(['sarah', 'max'], fields, humans);
  return { ...startConversation(team, executor, { store: createLeftStore() }), turns, team, executor };
}

describe('a limit', () => {
  it('gives the human the floor at the end of the turn that reached it, while calls still wait', async () => {
    const { conversation, settle, turns, ofType } = start({ limits: { costUsd: 1 } });
    await conversation.send('[NEXT: sarah]');
    await settle();
    expect(turns.map(({ member }) => member)).toEqual(['sarah', 'max']);
    expect(ofType('waiting-for-human').at(-1)).toMatchObject({
      reason: 'limit',
      note: 'The limit of $1.00 (limits.costUsd) is reached: $1.00 so far. 1 call waits; raise the limit to continue.',
    });
    expect(conversation.status().costs).toMatchObject({ costUsd: 1, turns: 2 });
  });

  it('still holds after a human speaks and after a resume, until it is raised', async () => {
    const { conversation, settle, turns, ofType, store, team, executor } = start({ limits: { costUsd: 1 } });
    await conversation.send('[NEXT: sarah]');
    await settle();
    await conversation.send('Go on. [NEXT: sarah]');
    await settle();
    expect(turns).toHaveLength(2);
    expect(ofType('waiting-for-human').at(-1)).toMatchObject({ reason: 'limit' });

    const resumed = await resumeConversation({ team, executor, store, context: quietContext() });
    expect(resumed.status().costs).toMatchObject({ costUsd: 1, turns: 2 });
    await resumed.send('Please. [NEXT: max]');
    await resumed.idle();
    expect(turns).toHaveLength(2);

    const raised = { ...team, limits: { costUsd: 2 } };
    const again = await resumeConversation({ team: raised, executor, store, context: quietContext() });
    await again.send('Now. [NEXT: max]');
    await again.idle();
    expect(turns).toHaveLength(4);
  });

  it('that was raised lets the waiting calls run after a resume', async () => {
    const { conversation, settle, turns, store, team, executor } = start({ limits: { costUsd: 1 } });
    await conversation.send('[NEXT: sarah]');
    await settle();
    const same = await resumeConversation({ team, executor, store, context: quietContext() });
    same.proceed();
    await same.idle();
    expect(turns).toHaveLength(2);

    const raised = { ...team, limits: { costUsd: 2 } };
    const again = await resumeConversation({ team: raised, executor, store, context: quietContext() });
    again.proceed();
    await again.idle();
    expect(turns.map(({ member }) => member)).toEqual(['sarah', 'max', 'sarah', 'max']);
  });

  it('that was given for one run holds after a resume, until it is raised there or in the team', async () => {
    const { executor, turns } = scriptedExecutor({ sarah: says('[NEXT: max]'), max: says('[NEXT: sarah]') });
    const team = teamOf(['sarah', 'max'], { limits: { costUsd: 50 } });
    const store = createLeftStore();
    const { conversation, settle } = startConversation(team, executor, { store, limits: { costUsd: 1 } });
    await conversation.send('[NEXT: sarah]');
    await settle();
    const resumeWith = async (options: Pick<ConversationOptions, 'team' | 'limits'>) => {
      const resumed = await resumeConversation({ ...options, executor, store, context: quietContext() });
      await resumed.send('Go on. [NEXT: max]');
      await resumed.idle();
      return turns.length;
    };
    expect(await resumeWith({ team })).toBe(2);
    expect(await resumeWith({ team, limits: { costUsd: 2 } })).toBe(4);
    expect(await resumeWith({ team })).toBe(4);
    expect(await resumeWith({ team: { ...team, limits: { costUsd: 3 } } })).toBe(6);
    expect(await resumeWith({ team: { ...team, limits: { costUsd: 3 } } })).toBe(6);
  });

  it('stops the team at the end of a parallel batch', async () => {
    const { conversation, settle, turns } = start({ limits: { costUsd: 0.4 }, parallel: true });
    await conversation.send('[NEXT: sarah, max]');
    await settle();
    expect(turns.map(({ member }) => member)).toEqual(['sarah', 'max']);
  });

  it('ends the conversation of a team without humans', async () => {
    const { conversation, reading, ofType } = start({ limits: { costUsd: 0.4 } }, {}, []);
    await conversation.send('[NEXT: sarah]');
    await reading;
    expect(ofType('ended')).toMatchObject([{ reason: 'limit' }]);
  });

  it('on tokens or minutes counts reported and estimated values', async () => {
    const reported = start(
      { limits: { tokens: 100 } },
      { sarah: says('x', { usage: { inputTokens: 90, outputTokens: 10 } }) },
    );
    await reported.conversation.send('[NEXT: sarah, max]');
    await reported.settle();
    expect(reported.turns).toHaveLength(1);
    const estimated = start({ limits: { tokens: 2 } });
    await estimated.conversation.send('[NEXT: sarah]');
    await estimated.settle();
    expect(estimated.ofType('waiting-for-human').at(-1)?.note).toMatch(/limit of 2 tokens.*: about \d+ so far/);
    const minutes = start({ limits: { minutes: 1e-9 } }, { sarah: slow });
    await minutes.conversation.send('[NEXT: sarah, max]');
    await minutes.settle();
    expect(minutes.turns).toHaveLength(1);
  });

  it('on cost uses the price of the model that the agent names, when the agent reports no cost', async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0 };
    const { executor, turns } = scriptedExecutor({
      async *sarah() {
        yield { type: 'session-start', sessionId: 's', model: 'm1' };
        yield { type: 'turn-end', result: { status: 'completed', text: 'x', usage } };
      },
      max: ['never'],
    });
    const team = teamOf(['sarah', 'max'], { limits: { costUsd: 3 } });
    const { conversation, settle, ofType } = startConversation(team, executor, {
      prices: { m1: { input: 3, output: 1 } },
    });
    await conversation.send('[NEXT: sarah, max]');
    await settle();
    expect(turns).toHaveLength(1);
    expect(ofType('turn-end')[0]?.costUsd).toBe(3);
  });

  it('on cost names at the start the members whose cost it cannot count', async () => {
    const { executor } = scriptedExecutor({ max: ['x'] });
    const team = teamOf(['max'], { limits: { costUsd: 3 } });
    const members = team.members.map((member) =>
      member.type === 'ai' ? { ...member, agentType: 'openai-codex' } : member,
    );
    const { conversation, settle, ofType } = startConversation({ ...team, members }, executor);
    await conversation.send('[NEXT: max]');
    await settle();
    expect(ofType('notice')[0]).toMatchObject({ kind: 'limit', text: expect.stringContaining('does not count max') });
  });
});

const slow: Script = async function* () {
  await new Promise((resolve) => setTimeout(resolve, 5));
  yield { type: 'turn-end', result: { status: 'completed', text: 'x' } };
};
