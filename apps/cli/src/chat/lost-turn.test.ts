import type { AgentEvent, TurnExecutor } from '@ctx/contract';
import { createMemoryStore, parseTeam, resumeConversation } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { createAppContext } from '../conversation/app-context.ts';
import { FULL_TRUST } from '../trust/team-trust.ts';
import { createChatSession } from './chat-session.ts';

const team = parseTeam(TEAM_FILE.replace('agentType: codex', 'agentType: codex, permissions: edit'));

const answering: TurnExecutor = {
  async *run({ id, member, attempt }): AsyncGenerator<AgentEvent> {
    yield { type: 'turn-end', result: { status: 'completed', text: `${member} nods in ${id}, attempt ${attempt}.` } };
  },
};

/** A chat whose output is kept, in a session in which Max's turn was cut off. */
async function chatAfterKill() {
  const store = createMemoryStore();
  const call = { id: 'call-1', member: 'max', replyTo: 'msg-1', intent: 'P2', byHuman: true } as const;
  const alice = { roleId: 'alice', roleName: 'Alice', type: 'human' } as const;
  await store.append(
    [
      { type: 'session-start', version: 2, sessionId: 's', team: 'crew', at: 1 },
      { type: 'message', message: { id: 'msg-1', content: 'Go.', speaker: alice }, at: 1 },
      { type: 'turn-start', turn: 'turn-1', call, upTo: 'msg-1', repliesInRow: 1, at: 1 },
    ],
    { expectedSeq: 0, operationId: 'earlier' },
  );
  const conversation = await resumeConversation({ team, context: createAppContext(team), executor: answering, store });
  const terminal = createRecordingTerminal();
  const open = {
    team,
    conversation,
    session: { sessionId: 's', directory: '.' },
    trust: FULL_TRUST,
    resumeCommand: 'ctx resume',
  };
  const chat = createChatSession(terminal, open);
  void chat.show(conversation.events());
  const settle = async () => {
    await conversation.idle();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  conversation.proceed();
  await settle();
  const take = async (text: string) => {
    await chat.take(text);
    await settle();
  };
  return { conversation, terminal, take };
}

describe('a chat with a turn that was cut off', () => {
  it('says so, and lists the choices', async () => {
    const { terminal, take } = await chatAfterKill();
    expect(terminal.printed()).toContain('Max’s turn 1 was cut off; what it had done by then is not known');
    expect(terminal.printed()).toContain(
      '/again turn-1 runs it again, /skip turn-1 leaves it unanswered, /take turn-1 lets you answer.',
    );
    await take('/queue');
    expect(terminal.lines().at(-1)).toContain('Max’s turn 1 was cut off: /again turn-1');
    await take('/help');
    for (const command of ['/again', '/skip', '/take']) expect(terminal.printed()).toContain(`  ${command} [turn]`);
  });

  it('runs the turn again with /again', async () => {
    const { conversation, take } = await chatAfterKill();
    await take('/again 1');
    expect(conversation.messages().at(-1)?.content).toBe('max nods in turn-1, attempt 2.');
  });

  it('leaves the turn unanswered with /skip, and lets the person answer with /take', async () => {
    const skipped = await chatAfterKill();
    await skipped.take('/skip');
    expect(skipped.conversation.status().lost).toEqual([]);
    await skipped.take('/again');
    expect(skipped.terminal.lines().at(-1)).toBe('  No turn was cut off.');
    const taken = await chatAfterKill();
    await taken.take('/take turn-7');
    expect(taken.terminal.lines().at(-1)).toBe('  Name a turn that was cut off: turn-1.');
    await taken.take('/take turn-1');
    expect(taken.conversation.status().floor).toMatchObject({ member: 'alice', reason: 'called' });
  });
});
