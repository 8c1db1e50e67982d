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
function createChat(teamFile = TEAM_FILE, columns?: number, isInteractive = false) {
  const team = parseTeam(teamFile);
  const context = createAppContext(team);
  const conversation = createConversation({ team, context, executor: answering, store: createMemoryStore() });
  const guarded = {
    ...conversation,
    snapshot: () => {
      throw new Error('The whole conversation was copied.');
    },
  };
  const terminal = createRecordingTerminal(columns, { isInteractive });
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
  return { chat, conversation, terminal, take, said };
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
    expect(terminal.lines().at(-1)).toBe('  No agent has had a turn in this session yet.');
    await take('@sarah hello');
    await take('/cost');
    expect(terminal.lines().at(-1)).toMatch(/^ {2}Sarah: 1 turn · about \d+ tokens · cost unknown · 0\.\d s$/);
  });

  it('sends a message to the member it names, else to the agent that spoke last, without the name', async () => {
    const { take, said } = createChat();
    await take('Hello');
    await take('@Max, and you?');
    await take('Again');
    await take('\\@Override is missing');
    expect(said()).toEqual([
      'alice: Hello',
      'sarah: sarah nods.',
      'alice: and you?',
      'max: max nods.',
      'alice: Again',
      'max: max nods.',
      'alice: @Override is missing',
      'max: max nods.',
    ]);
  });

  it('takes a paste of 200,000 lines, and shows its beginning and end', async () => {
    const roomy = TEAM_FILE.replaceAll('type: ai,', 'type: ai, maxBytes: 9000000, maxTokens: 9000000,');
    const { terminal, take, said } = createChat(roomy, 80, true);
    const pasted = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1}`).join('\n');
    expect(await take(`@max ${pasted}\nWhy?`)).toBeUndefined();
    expect(said()).toEqual([`alice: ${pasted}\nWhy?`, 'max: max nods.']);
    expect(terminal.printed()).toMatch(
      /line 12\n.*199,986 lines folded.*\n {2}line 199999\n {2}line 200000\n {2}Why\?/,
    );
  });

  it('asks whether a message that does not fit is cut, and gives the reason if not', async () => {
    const { chat, conversation, take } = createChat(TEAM_FILE.replaceAll('type: ai,', 'type: ai, maxBytes: 9000,'));
    const message = `${'log '.repeat(9_000)}Why?`;
    const asked: string[] = [];
    const answers = [false, true];
    chat.askToCut(async (why) => {
      asked.push(why);
      return answers.shift()!;
    });
    const why = await take(message);
    expect(why).toMatch(/^ctx: The message has 36 KB; Sarah has room for \d KB of it \(maxBytes 9000\)\. .*: --cut\.$/);
    expect(conversation.messages()).toEqual([]);
    expect(await take(message)).toBeUndefined();
    expect([asked, conversation.messages().length]).toEqual([[why, why], 2]);
  });

  it('lists the models, and chooses one for this session or that of the team file again', async () => {
    const { conversation, terminal, take } = createChat(
      TEAM_FILE.replace('agentType: codex', 'agentType: codex, model: gpt-5'),
    );
    await take('/model');
    expect(terminal.lines().slice(-3)).toEqual(['  Sarah: its default', '  Max: gpt-5', '  Gina: its default']);
    await take('/model max gpt-6');
    expect(terminal.lines().at(-1)).toBe('  Max’s model from now on: gpt-6');
    await take('/model');
    expect(terminal.lines().slice(-2)).toEqual(['  Max: gpt-6', '  Gina: its default']);
    await take('/model @max');
    expect(terminal.lines().at(-1)).toBe('  Max’s model from now on: the one of the team file');
    expect(conversation.status().models.size).toBe(0);
    expect(await take('/model max gpt 6')).toContain('The name of a model is one word');
    expect(await take('/model max --yolo')).toContain('"--yolo" cannot be the name of a model');
    expect(await take('/model maxx x')).toContain('Did you mean max?');
  });

  it('refuses a name without a text, which would say nothing to the agent', async () => {
    const { take, said } = createChat();
    expect(await take('@max')).toBe('ctx: There is no text behind the name. Write what the agent should do.');
    expect(said()).toEqual([]);
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

  it('suggests a name without @ where none is typed, and only agents where only they can be meant', async () => {
    const { take } = createChat();
    expect(await take('/to maxx')).toBe('ctx: Nobody in the team is called "maxx". Did you mean max?');
    expect(await take('/to xx')).toBe('ctx: Nobody in the team is called "xx". Use one of: sarah, max, gina, all.');
    expect(await take('/to alice')).toBe('ctx: That is you. Name somebody else.');
    expect(await take('/drop xx')).toBe('ctx: Nobody in the team is called "xx". Use one of: sarah, max, gina.');
    expect(await take('/drop @alicce')).toContain('Use one of: sarah, max, gina.');
    expect(await take('/cancel alice')).toBe('ctx: Alice is not an agent. Use one of: sarah, max, gina.');
  });

  it('suggests the command that was meant, and sends nothing', async () => {
    const { terminal, take, said } = createChat();
    await take('/hepl');
    expect(terminal.lines().at(-1)).toBe(
      '  There is no command /hepl. Did you mean /help? To send it as text, begin with two slashes.',
    );
    await take('/cost/to maxx');
    expect(terminal.lines().at(-1)).toContain('There is no command /cost/to. Did you mean /cost?');
    await take('/nonsense');
    expect(terminal.lines().at(-1)).toContain('There is no command /nonsense. See /help.');
    expect(said()).toEqual([]);
  });

  it('has one empty line before each answer of a command and before each message', async () => {
    const { terminal, take } = createChat();
    await take('/who');
    await take('Hello');
    await take('/cost');
    await take('/queue');
    expect(terminal.printed()).toMatch(
      /Gemini CLI, read-only\n\n● Alice → Sarah\n {2}Hello\n\n● Sarah.*\n.*\n {2}✓ .*\n\n {2}Sarah: 1 turn .*\n\n {2}Nobody is speaking/,
    );
  });

  it('wraps what a command prints between words, a list with a hanging indent', async () => {
    const { terminal, take } = createChat(TEAM_FILE, 60);
    await take('/hepl');
    expect(terminal.lines()).toEqual([
      '  There is no command /hepl. Did you mean /help? To send it',
      '  as text, begin with two slashes.',
    ]);
    await take('/help');
    expect(terminal.printed()).toContain(
      '  /to [names]       choose who gets your messages; without\n                    names, the agent that speaks\n',
    );
  });

  it('says in words which message an agent is waiting to answer', async () => {
    const { chat, conversation, terminal } = createChat();
    conversation.hold();
    await conversation.send('Please explain why the build of the parser is red again', { to: ['max'] });
    await chat.take('/queue');
    expect(terminal.lines().at(-1)).toBe(
      '  Max is waiting to answer Alice: “Please explain why the build of the par…”',
    );
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
