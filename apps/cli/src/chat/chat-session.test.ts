import type { AgentEvent, TurnExecutor } from '@ctx/contract';
import { createConversation, createMemoryStore, parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { createAppContext } from '../conversation/app-context.ts';
import { FULL_TRUST } from '../trust/team-trust.ts';
import { createChatSession } from './chat-session.ts';

const answering: TurnExecutor = {
  async *run({ member }): AsyncGenerator<AgentEvent> {
    yield { type: 'turn-end', result: { status: 'completed', text: `${member} nods.` } };
  },
};

/** A chat whose output is kept, with agents that nod. It fails if the whole conversation is copied. */
function createChat(teamFile = TEAM_FILE) {
  const team = parseTeam(teamFile);
  const context = createAppContext(team);
  const conversation = createConversation({ team, context, executor: answering, store: createMemoryStore() });
  const guarded = {
    ...conversation,
    snapshot: () => {
      throw new Error('The whole conversation was copied.');
    },
  };
  const terminal = createRecordingTerminal();
  const session = { sessionId: conversation.sessionId, directory: '.' };
  const open = { team, conversation: guarded, session, trust: FULL_TRUST, resumeCommand: 'ctx resume' };
  const chat = createChatSession(terminal, open);
  void chat.show(conversation.events());
  const take = async (text: string) => {
    const why = await chat.take(text);
    await conversation.idle();
    return why;
  };
  const said = () => conversation.messages().map(({ speaker, content }) => `${speaker.roleId}: ${content}`);
  return { conversation, terminal, take, said };
}

describe('a chat', () => {
  it('sets the task without sending a message, and shows it before the next command runs', async () => {
    const { conversation, terminal, take, said } = createChat();
    await take('/task Ship [it] today');
    expect(terminal.lines()).toEqual(['  team task: Ship [it] today']);
    expect(conversation.status().task).toBe('Ship [it] today');
    expect(said()).toEqual([]);
    await take('/task');
    expect(terminal.lines().at(-1)).toBe('  Ship [it] today');
    expect(terminal.complaints()).toEqual([]);
  });

  it('prints what the session has cost so far, and what is unknown', async () => {
    const { terminal, take } = createChat();
    await take('/cost');
    expect(terminal.lines().at(-1)).toBe('  No turn yet.');
    await take('@sarah hello');
    await take('/cost');
    expect(terminal.lines().at(-1)).toMatch(/^ {2}Sarah: 1 turn · about \d+ tokens · cost unknown · 0\.\d s$/);
  });

  it('sends a message to the member it names, else to the agent that spoke last, with the text as typed', async () => {
    const { take, said } = createChat();
    await take('Hello');
    await take('@Max, and you?');
    await take('Again');
    await take('\\@Override is missing');
    expect(said()).toEqual([
      'alice: Hello',
      'sarah: sarah nods.',
      'alice: @Max, and you?',
      'max: max nods.',
      'alice: Again',
      'max: max nods.',
      'alice: @Override is missing',
      'max: max nods.',
    ]);
  });

  it('sends a message to the members chosen with /to, whose names may contain blanks', async () => {
    const { terminal, take, said } = createChat(TEAM_FILE.replace('displayName: Gina', 'displayName: Mary Ann'));
    await take('/to @Mary Ann, max');
    expect(terminal.lines().at(-1)).toBe('  Your messages go to Mary Ann, Max, until you use /to again.');
    await take('Hello');
    expect(said()).toEqual(['alice: Hello', 'gina: gina nods.', 'max: max nods.']);
    await take('/to sarah max');
    expect(terminal.lines().at(-1)).toBe('  Your messages go to Sarah, Max, until you use /to again.');
    expect(await take('/to Mary')).toContain('Nobody in the team is called "Mary".');
  });

  it.each(['/show', '/explain', '/diff'])(
    'says that there is nothing to see yet for %s before a message',
    async (typed) => {
      const { take } = createChat();
      expect(await take(typed)).toBe('ctx: No agent has had a turn in this session yet.');
    },
  );

  it('refuses an unknown name, and lists the members', async () => {
    const { take, said } = createChat();
    const why = await take('@bob are you there?');
    expect(said()).toEqual([]);
    expect([why]).toEqual([
      'ctx: Nobody in the team is called "bob". Use one of: @sarah, @max, @gina, @all. To begin a text with @, write \\@.',
    ]);
  });
});
