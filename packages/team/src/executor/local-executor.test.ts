import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import { readReceived, type ScriptedAgentOptions, scriptedAgent } from '@ctx/scripted-agents';
import { describe, expect, it } from 'vitest';
import { createConversation } from '../conversation/create-conversation.ts';
import { createTeamContext } from '../conversation/team-context.ts';
import { createMemoryStore } from '../session/memory-store.ts';
import { parseTeam } from '../team-file/parse-team.ts';
import { createLocalExecutor } from './local-executor.ts';

const turn = (member: string, prompt: AgentTurn['prompt'] = 'Hello'): AgentTurn => ({
  id: 'turn-1',
  sessionId: 's',
  member,
  call: 'call-1',
  replyTo: 'msg-1',
  upTo: 'msg-1',
  prompt,
});

async function resultOf(executor: TurnExecutor, due: AgentTurn): Promise<{ events: AgentEvent[]; result: TurnResult }> {
  const events: AgentEvent[] = [];
  for await (const event of executor.run(due, { signal: new AbortController().signal })) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'turn-end') throw new Error('no end');
  return { events, result: last.result };
}

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-executor-'));

const teamWith = (member: Record<string, unknown>, file?: string) =>
  parseTeam(JSON.stringify({ name: 't', members: [{ id: 'sarah', type: 'ai', ...member }] }), { file });

const script = (options: Omit<ScriptedAgentOptions, 'script'>, reply: string): ScriptedAgentOptions => ({
  ...options,
  script: { steps: [{ type: 'text', text: reply }] },
});

describe('the local executor', () => {
  it.each([
    ['claude', 'claude'],
    ['codex', 'codex'],
    ['gemini', 'gemini'],
  ] as const)('runs a member of type %s in its vendor’s format', async (agentType, vendor) => {
    const executor = createLocalExecutor({
      team: teamWith({ agentType, model: 'some-model' }),
      executables: { sarah: scriptedAgent(script({ vendor }, `I am ${vendor}.`)) },
    });
    const { result } = await resultOf(executor, turn('sarah', [Buffer.from('Hel'), Buffer.from('lo')]));
    expect(result).toMatchObject({ status: 'completed', text: `I am ${vendor}.` });
  });

  it.each([
    [
      'qwen',
      [
        { type: 'assistant', message: { content: [{ type: 'text', text: 'Hi.' }] } },
        { type: 'result', is_error: false },
      ],
    ],
    ['opencode', [{ type: 'text', part: { text: 'Hi.' } }]],
    [
      'copilot',
      [
        { type: 'assistant.message', data: { content: 'Hi.' } },
        { type: 'result', exitCode: 0 },
      ],
    ],
  ])('runs a member of type %s that has no other settings', async (agentType, lines) => {
    const program = `for (const line of ${JSON.stringify(lines)}) console.log(JSON.stringify(line))`;
    const executor = createLocalExecutor({
      team: teamWith({ agentType }),
      executables: { sarah: { file: process.execPath, args: ['-e', program, '--'] } },
    });
    expect((await resultOf(executor, turn('sarah'))).result).toMatchObject({ status: 'completed', text: 'Hi.' });
  });

  it('runs a command with the arguments, the folder and the variables of the team file, and no others', async () => {
    const folder = await temporary();
    const program =
      "process.stdin.resume().on('end', () => console.log(JSON.stringify({ argv: process.argv.slice(1), cwd: process.cwd(), env: process.env })))";
    const member = {
      agentType: 'command',
      command: [process.execPath, '-e', program, '--'],
      args: ['--mine'],
      env: { MY_API_KEY: '$' + '{SOURCE_API_KEY}' },
      cwd: '.',
    };
    const executor = createLocalExecutor({
      team: teamWith(member, join(folder, 'ctx.team.json')),
      env: { SOURCE_API_KEY: 'value', OTHER: 'secret' },
    });
    const { result } = await resultOf(executor, turn('sarah'));
    const seen = JSON.parse(result.text) as { argv: string[]; cwd: string; env: Record<string, string> };
    expect(seen.argv).toEqual(['--mine']);
    expect(seen.cwd).toBe(folder);
    expect(seen.env['MY_API_KEY']).toBe('value');
    expect(seen.env['OTHER']).toBeUndefined();
    expect(seen.env['VITEST']).toBeUndefined();
  });

  it('warns about a variable that is not set, and runs the turn anyway', async () => {
    const member = {
      agentType: 'command',
      command: [process.execPath, '-e', 'console.log(1)'],
      env: ['NOT_SET_API_KEY'],
    };
    const { events, result } = await resultOf(createLocalExecutor({ team: teamWith(member), env: {} }), turn('sarah'));
    expect(events[0]).toEqual({
      type: 'notice',
      kind: 'warning',
      message: "sarah's `env` lists NOT_SET_API_KEY, which is not set.",
    });
    expect(result.status).toBe('completed');
  });

  it('reads a command’s JSON lines as the team file describes them', async () => {
    const line = JSON.stringify({ kind: 'answer', body: { text: 'Forty-two.' } });
    const member = {
      agentType: 'deep-thought',
      command: [process.execPath, '-e', `console.log(${JSON.stringify(line)})`],
      output: { format: 'jsonl', text: { where: { kind: 'answer' }, path: 'body.text' } },
    };
    const { result } = await resultOf(createLocalExecutor({ team: teamWith(member) }), turn('sarah'));
    expect(result).toMatchObject({ status: 'completed', text: 'Forty-two.' });
  });

  it.each([
    ['full permissions', { agentType: 'claude', permissions: 'full' }],
    ['an argument that widens permissions', { agentType: 'claude', args: ['--dangerously-skip-permissions'] }],
    ['a variable that could widen permissions', { agentType: 'claude', env: ['NODE_OPTIONS'] }],
  ])('refuses %s unless the caller allows full access', async (_what, member) => {
    const executables = { sarah: scriptedAgent(script({ vendor: 'claude' }, 'Hi.')) };
    const env = { NODE_OPTIONS: '--no-warnings' };
    const team = teamWith(member);
    await expect(resultOf(createLocalExecutor({ team, executables, env }), turn('sarah'))).rejects.toMatchObject({
      code: 'CTX_PERMISSION_REFUSED',
    });
    const allowed = createLocalExecutor({ team, executables, env, allowFullAccess: true });
    expect((await resultOf(allowed, turn('sarah'))).result).toMatchObject({ status: 'completed', text: 'Hi.' });
  });

  it('fails the turn when the program is not installed', async () => {
    const member = { agentType: 'command', command: 'no-such-program-anywhere' };
    const { result } = await resultOf(createLocalExecutor({ team: teamWith(member) }), turn('sarah'));
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_NOT_FOUND' } });
  });

  it('refuses a turn of an unknown member', async () => {
    const executor = createLocalExecutor({ team: teamWith({ agentType: 'claude' }) });
    await expect(resultOf(executor, turn('max'))).rejects.toMatchObject({ code: 'CTX_UNKNOWN_MEMBER' });
  });

  it('uses the driver that driverFor returns', async () => {
    const executor = createLocalExecutor({
      team: parseTeam('name: t\nmembers: [{ id: sarah, type: ai, agentType: mine }]', { agentTypes: ['mine'] }),
      driverFor: (member) => ({
        kind: 'stream',
        agentType: member.agentType,
        async *stream() {
          yield { type: 'turn-end', result: { status: 'completed', text: 'Own.' } };
        },
      }),
    });
    expect((await resultOf(executor, turn('sarah'))).result.text).toBe('Own.');
  });
});

describe('the model that a human chose', () => {
  const answeringModel = createLocalExecutor({
    team: parseTeam('name: t\nmembers: [{ id: sarah, type: ai, agentType: mine, model: own }]', {
      agentTypes: ['mine'],
    }),
    driverFor: (member) => ({
      kind: 'stream',
      agentType: member.agentType,
      async *stream({ model }) {
        yield { type: 'turn-end', result: { status: 'completed', text: `I am ${model}.` } };
      },
    }),
  });

  it('goes before that of the team file', async () => {
    expect((await resultOf(answeringModel, turn('sarah'))).result.text).toBe('I am own.');
    expect((await resultOf(answeringModel, { ...turn('sarah'), model: 'opus-5' })).result.text).toBe('I am opus-5.');
  });

  it('changes no command line that the team file gives, and is refused if it is no name', async () => {
    const member = { agentType: 'sh', command: ['sh', '-c', 'echo "$@"', 'sh'], modelFlag: '--model', model: 'own' };
    const executor = createLocalExecutor({ team: teamWith({ ...member, permissions: 'full' }), allowFullAccess: true });
    expect((await resultOf(executor, { ...turn('sarah'), model: 'other' })).result.text).toMatch(/--model own$/);
    await expect(resultOf(answeringModel, { ...turn('sarah'), model: '--full-auto' })).rejects.toThrow(TypeError);
  });
});

describe('a team of scripted processes', () => {
  it('holds a conversation in three vendors’ formats and reads the instruction file at each turn', async () => {
    const folder = await temporary();
    await writeFile(join(folder, 'AGENTS.md'), 'First edition.');
    const team = parseTeam(
      `
name: three
task: Ship it
members:
  - { id: alice, type: human }
  - { id: sarah, type: ai, agentType: claude, instructionFile: AGENTS.md }
  - { id: max, type: ai, agentType: codex }
  - { id: gina, type: ai, agentType: gemini }
`,
      { file: join(folder, 'ctx.team.yaml') },
    );
    const received = (id: string) => join(folder, `${id}.received`);
    const play = (vendor: 'claude' | 'codex' | 'gemini', id: string, ...replies: [when: string, reply: string][]) =>
      scriptedAgent({
        vendor,
        received: received(id),
        script: { replies: replies.map(([when, reply]) => ({ when, reply })), steps: [{ type: 'text', text: '?' }] },
      });
    const executor = createLocalExecutor({
      team,
      executables: {
        sarah: play('claude', 'sarah', ['Plan it', 'Max, please. [NEXT: max]'], ['All good', 'Thanks.']),
        max: play('codex', 'max', ['Max, please', 'Gina next. [NEXT: gina]']),
        gina: play('gemini', 'gina', ['Gina next', 'All good. [NEXT: sarah]']),
      },
    });
    const context = createTeamContext({ team, logger: { debug() {}, info() {}, warn() {}, error() {} } });
    const conversation = createConversation({ team, executor, context, store: createMemoryStore() });
    await conversation.send('Plan it. [NEXT: sarah]');
    await conversation.idle();
    expect(context.getMessages().map(({ speaker, content }) => `${speaker.roleId}: ${content}`)).toEqual([
      'alice: Plan it. [NEXT: sarah]',
      'sarah: Max, please. [NEXT: max]',
      'max: Gina next. [NEXT: gina]',
      'gina: All good. [NEXT: sarah]',
      'sarah: Thanks.',
    ]);
    await writeFile(join(folder, 'AGENTS.md'), 'Second edition.');
    await conversation.send('Plan it again. [NEXT: sarah]');
    await conversation.idle();
    const seen = readReceived(received('sarah')).map(({ stdin }) => stdin);
    expect(seen[0]).toMatch(/^You are sarah, a member.*\n\nFirst edition\.\n\n {2}Ship it\n\nalice: Plan it\.$/s);
    expect(seen[1]).toContain('First edition.');
    expect(seen[2]).toContain('Second edition.');
    await conversation.close();
  });
});
