import type { AgentFailure, TurnResult } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createLeftStore } from '../__fixtures__/left-store.ts';
import { type Script, scriptedExecutor } from '../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../__fixtures__/team-of.ts';
import { resumeConversation } from '../conversation/resume-conversation.ts';
import { parseTeam } from '../team-file/parse-team.ts';
import type { Team } from '../team-file/team.ts';

const QUOTA: AgentFailure = { code: 'CTX_AGENT_RATE_LIMIT', message: 'No quota left.' };
const failed = (error: AgentFailure, text = ''): TurnResult => ({ status: 'failed', text, error });

/** A team in which sarah is the stand-in of max, and max the stand-in of sarah. */
function crew(fields: Partial<Team> = {}): Team {
  const team = teamOf(['max', 'sarah', 'gina'], fields);
  const standIns: Record<string, string> = { max: 'sarah', sarah: 'max' };
  return { ...team, members: team.members.map((member) => ({ ...member, standIn: standIns[member.id] })) };
}

function start(scripts: Record<string, Script | readonly string[]>, fields: Partial<Team> = {}) {
  const { executor, turns } = scriptedExecutor({
    sarah: ['Sarah 1.', 'Sarah 2.', 'Sarah 3.'],
    gina: ['Gina.'],
    ...scripts,
  });
  const team = crew(fields);
  const talked = startConversation(team, executor, { store: createLeftStore() });
  const say = async (text: string) => {
    await talked.conversation.send(text);
    await talked.settle();
  };
  return { ...talked, team, executor, turns, say, order: () => turns.map(({ member }) => member) };
}

describe('a stand-in', () => {
  it.each(['CTX_AGENT_RATE_LIMIT', 'CTX_AGENT_AUTH'] as const)(
    'answers the same message as the next turn after %s',
    async (code) => {
      const { say, turns, transcript, ofType, context } = start({ max: () => failed({ code, message: 'Not now.' }) });
      await say('[NEXT: max, gina]');
      expect(turns.map(({ member, replyTo }) => [member, replyTo])).toEqual([
        ['max', 'msg-1'],
        ['sarah', 'msg-1'],
        ['gina', 'msg-1'],
      ]);
      expect(transcript()[1]).toBe('system: max did not answer: Not now. sarah answers for max.');
      expect(turns[1]?.prompt).toContain('sarah answers for max.');
      expect(context.getMessages()[2]?.metadata).toMatchObject({ standsInFor: 'max' });
      expect(ofType('turn-end')).toMatchObject([
        { member: 'max', status: 'failed', standIn: 'sarah' },
        { member: 'sarah', status: 'completed', standsInFor: 'max' },
        { member: 'gina' },
      ]);
    },
  );

  it('is not called for other failures', async () => {
    const { say, order } = start({ max: () => failed({ code: 'CTX_AGENT_FAILED', message: 'boom' }) });
    await say('[NEXT: max]');
    expect(order()).toEqual(['max']);
  });

  it('is not called for a turn whose outcome is unknown', async () => {
    const { say, order, conversation } = start({ max: () => ({ status: 'unknown', text: '', error: QUOTA }) });
    await say('[NEXT: max]');
    expect(order()).toEqual(['max', 'max', 'max']);
    expect(conversation.status().lost).toHaveLength(1);
  });

  it('is not called when the queue is full: the member itself is tried again', async () => {
    const { executor, turns } = scriptedExecutor({ max: ['Max.'] });
    const team = crew({ maxTurns: 1 });
    const at = Date.now();
    const speaker = { roleId: 'alice', roleName: 'alice', type: 'human' } as const;
    const call = (id: number, member: string, replyTo: string) =>
      ({ id: `call-${id}`, member, replyTo, intent: 'P2', byHuman: true }) as const;
    // A lost turn of max waits again, in addition to the fifty calls that may wait.
    const added = [call(1, 'max', 'msg-1'), ...Array.from({ length: 50 }, (_, n) => call(n + 2, 'gina', `msg-${n}`))];
    const error = { ...QUOTA, retryAfterMs: 3_600_000 };
    const store = createLeftStore();
    await store.append(
      [
        { type: 'session-start', version: 2, sessionId: 's', team: team.name, at },
        { type: 'message', message: { id: 'msg-1', content: 'All of you.', speaker }, at },
        { type: 'turn-end', turn: 'turn-1', member: 'max', status: 'failed', durationMs: 1, error, at },
        { type: 'queue', added, at },
      ],
      { expectedSeq: 0, operationId: 'log' },
    );
    const resumed = await resumeConversation({ team, executor, store, context: quietContext() });
    resumed.proceed();
    await resumed.idle();
    expect(turns.map(({ member }) => member)).toEqual(['max']);
  });

  it('leaves a partial answer where it is', async () => {
    const { say, transcript } = start({ max: () => failed(QUOTA, 'Half an') });
    await say('[NEXT: max]');
    expect(transcript().slice(1)).toEqual([
      'max: Half an',
      "system: max's answer above is incomplete: No quota left. sarah answers for max.",
      'sarah: Sarah 1.',
    ]);
  });

  it('has no stand-in of its own, so there is no loop', async () => {
    const { say, order, ofType } = start({ max: () => failed(QUOTA), sarah: () => failed(QUOTA) });
    await say('[NEXT: max]');
    expect(order()).toEqual(['max', 'sarah']);
    expect(ofType('turn-end')[1]).not.toHaveProperty('standIn');
    await say('[NEXT: max]');
    expect(order()).toEqual(['max', 'sarah', 'max', 'sarah']);
  });

  it('is waited for when it is busy, and answers once when it was called itself', async () => {
    const { say, order } = start({ max: () => failed(QUOTA) }, { parallel: true });
    await say('[NEXT: max, sarah]');
    expect(order()).toEqual(['max', 'sarah', 'sarah']);
    const inRow = start({ max: () => failed(QUOTA) });
    await inRow.say('[NEXT: max, sarah]');
    expect(inRow.order()).toEqual(['max', 'sarah']);
  });

  it('answers at once while the member rests, until a human speaks', async () => {
    let quota = false;
    const max: Script = () => (quota ? { status: 'completed', text: 'Max.' } : failed(QUOTA));
    const { say, order, transcript } = start({ max, sarah: ['Sarah 1.', 'Sarah 2.'], gina: ['[NEXT: max]', 'x'] });
    await say('[NEXT: max, gina]');
    expect(order()).toEqual(['max', 'sarah', 'gina', 'sarah']);
    expect(transcript()).toContain('system: sarah answers for max, who is not asked again before a human speaks.');
    quota = true;
    await say('[NEXT: max]');
    expect(order().slice(4)).toEqual(['max']);
  });

  it('answers until retryAfterMs has passed, even if a human speaks', async () => {
    let quota = false;
    const max: Script = () =>
      quota ? { status: 'completed', text: 'Max.' } : failed({ ...QUOTA, retryAfterMs: 86_400_000 });
    const { say, order, store, team, executor } = start({ max });
    await say('[NEXT: max]');
    quota = true;
    await say('[NEXT: max]');
    expect(order()).toEqual(['max', 'sarah', 'sarah']);
    // A resumed session knows it from the log.
    const resumed = await resumeConversation({ team, executor, store, context: quietContext() });
    await resumed.send('[NEXT: max]');
    await resumed.idle();
    expect(order()).toEqual(['max', 'sarah', 'sarah', 'sarah']);
  });

  it('is no longer called after retryAfterMs has passed', async () => {
    let calls = 0;
    const max: Script = () => {
      calls += 1;
      return calls === 1 ? failed({ ...QUOTA, retryAfterMs: 0 }) : { status: 'completed', text: 'Max.' };
    };
    const { say, order } = start({ max, gina: ['[NEXT: max]'] });
    await say('[NEXT: max, gina]');
    expect(order()).toEqual(['max', 'sarah', 'gina', 'max']);
  });

  it('runs together with the other members of a parallel batch', async () => {
    const { say, order } = start(
      { max: () => failed({ ...QUOTA, retryAfterMs: 86_400_000 }), gina: ['1', '2'] },
      { parallel: true },
    );
    await say('[NEXT: max]');
    await say('[NEXT: gina, max]');
    expect(order()).toEqual(['max', 'sarah', 'gina', 'sarah']);
  });
});

describe('standIn in a team file', () => {
  const file = (members: readonly object[]) => JSON.stringify({ name: 't', members });
  const agent = (id: string, more: object = {}) => ({ id, type: 'ai', agentType: 'claude', ...more });

  it.each([
    [[agent('max', { standIn: 'sara' }), agent('sarah')], '"sara" is not the id of a member; did you mean sarah?'],
    [[agent('max', { standIn: 'max' })], 'names the member itself'],
    [[agent('max', { standIn: 'al' }), { id: 'al', type: 'human' }], '"al" is a human'],
    [
      [agent('max', { standIn: 'sarah' }), agent('sarah', { permissions: 'edit' })],
      '"sarah" is edit and max is read-only: a stand-in may not do more',
    ],
    [
      [
        agent('max', { standIn: 'tool', permissions: 'full' }),
        { id: 'tool', type: 'ai', agentType: 'command', command: ['x'] },
      ],
      '"tool" is unrestricted and max is full',
    ],
  ])('is refused for %j', (members, problem) => {
    expect(() => parseTeam(file(members))).toThrow(problem);
  });

  it('may name an agent with the same permissions or fewer', () => {
    const members = [agent('max', { standIn: 'sarah', permissions: 'edit' }), agent('sarah')];
    expect(parseTeam(file(members)).members[0]).toMatchObject({ standIn: 'sarah' });
  });
});
