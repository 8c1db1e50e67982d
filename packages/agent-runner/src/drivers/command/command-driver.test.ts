import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { command } from './command-driver.ts';
import type { JsonlMapping } from './output-mapping.ts';

const PLACE = { cwd: '/work', realCwd: '/work' };
const stream = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const jsonl = (mapping: Omit<JsonlMapping, 'format'>) =>
  command({ file: 'agent', output: { format: 'jsonl', ...mapping } });
const EXIT_1 = { exit: { exitCode: 1, signal: null } };

describe('the plan for a command', () => {
  const INPUT = { prompt: '/x @y', permissions: 'edit' } as const;
  const UNRESTRICTED = { ...INPUT, permissions: 'unrestricted' } as const;
  const FULL = { ...INPUT, model: 'm', resume: { sessionId: 's-1' }, systemFlag: 'Be kind.' };

  it('has only what was given', () => {
    const { createParser: _, command: plan, ...facts } = command({ file: 'bin/agent' });
    expect(facts).toEqual({ kind: 'process', agentType: 'command', idleTimeoutMs: Number.POSITIVE_INFINITY });
    expect(plan(UNRESTRICTED, PLACE)).toEqual({ file: 'bin/agent', args: [], env: {}, stdin: '/x @y' });
    const everything = plan({ ...FULL, ...UNRESTRICTED }, PLACE);
    expect(everything).toEqual({ file: 'bin/agent', args: [], env: {}, stdin: 'Be kind.\n\n/x @y' });
  });

  it.each([
    ['read-only', {}],
    ['edit', {}],
    ['edit', { permissionArgs: { 'read-only': ['-r'] } }],
  ] as const)('needs full access for %s if nothing tells the program about that: %j', (permissions, options) => {
    const { needsFullAccess } = command({ file: 'bin/agent', ...options }).command({ prompt: '', permissions }, PLACE);
    expect(needsFullAccess).toBe(
      `nothing limits agent to "${permissions}"; say in permissionArgs how, or pass permissions: "unrestricted"`,
    );
  });

  it('needs no full access if arguments or variables limit the program', () => {
    const byArgs = command({ file: 'a', permissionArgs: { 'read-only': ['-r'] } });
    const byEnv = command({ file: 'a', permissionEnv: { edit: { MODE: 'edit' } } });
    const plans = [
      byArgs.command({ prompt: '', permissions: 'read-only' }, PLACE),
      byEnv.command({ prompt: '', permissions: 'edit' }, PLACE),
    ];
    expect(plans).toMatchObject([{ args: ['-r'] }, { env: { MODE: 'edit' } }]);
    expect(plans.map(({ needsFullAccess }) => needsFullAccess)).toEqual([undefined, undefined]);
  });

  it('has everything that was given', () => {
    const given = {
      file: 'agent',
      agentType: 'mine',
      installCommand: 'npm i agent',
      inheritEnv: ['KEY'],
      idleTimeoutMs: 5,
      ...{ args: ['-x'], besideFile: ['../native'], env: { A: '1' }, modelFlag: '-m', resumeFlag: '-r' },
      permissionArgs: { edit: ['--edit'] },
      permissionEnv: { edit: { MODE: 'edit' }, full: { MODE: 'full' } },
      inert: ['leading-slash', 'file-mentions'],
    } as const;
    const driver = command(given);
    expect(driver).toMatchObject({
      agentType: 'mine',
      installCommand: 'npm i agent',
      inheritEnv: ['KEY'],
      idleTimeoutMs: 5,
    });
    const fixed = { file: 'agent', besideFile: ['../native'], env: { A: '1', MODE: 'edit' } };
    expect(driver.command(INPUT, PLACE)).toEqual({ ...fixed, args: ['-x', '--edit'], stdin: ' /x \\@y' });
    expect(driver.command(FULL, PLACE).args).toEqual(['-x', '--edit', '-m', 'm', '-r', 's-1']);
    expect(command({ ...given, inert: ['leading-slash'] }).command(INPUT, PLACE).stdin).toBe(' /x @y');
    expect(command({ ...given, inert: ['file-mentions'] }).command(INPUT, PLACE).stdin).toBe('/x \\@y');
  });

  it('needs a file', () => {
    for (const file of ['', undefined, 7]) {
      expect(() => command({ file: file as string })).toThrow(new TypeError('command needs the file to run'));
    }
  });
});

describe('a command that prints text', () => {
  const agent = command({ file: 'agent' });

  it('completes with exit code 0 and an answer', () => {
    expect(playStream(agent, 'one\r\n\n  two\n')).toMatchObject({
      delivered: 'one\n\n  two',
      result: { status: 'completed', text: 'one\n\n  two' },
    });
  });

  it('fails with another exit code, and keeps its output as the partial answer', () => {
    expect(playStream(agent, 'half', EXIT_1).result).toMatchObject({ status: 'failed', text: 'half' });
    const killed = playStream(agent, 'half', { exit: { exitCode: null, signal: 'SIGKILL' } }).result;
    expect(killed.error?.message).toContain('SIGKILL');
  });

  it('fails when it prints only blanks', () => {
    const { result } = playStream(agent, ' \n\n');
    expect(result).toMatchObject({ status: 'failed', text: '' });
    expect(result.error?.message).toBe('agent exited with code 0 but answered nothing.');
  });

  it('gives no event for a line without text', () => {
    expect(playStream(agent, '\u001b[0m\nx\n').events).toEqual([{ type: 'text-delta', text: '\nx' }]);
  });

  it('is stripped of escape sequences, also of those that span several lines', () => {
    expect(playStream(agent, '\u001b[1mbold\u001b[0m\n').result.text).toBe('bold');
    expect(playStream(agent, 'one\u001b]0;a title of\ntwo lines\u0007 two\n').result.text).toBe('one two');
  });

  it('fails with the reason from its stderr', () => {
    const exit = { exitCode: 1, signal: null, stderr: 'first\nError: not logged in\n' };
    const { error } = playStream(agent, '', { exit }).result;
    expect(error).toMatchObject({ code: 'CTX_AGENT_AUTH', stderr: exit.stderr });
    expect(error?.message).toContain('not logged in');
  });
});

describe('a command that prints JSON lines', () => {
  it('is completed or failed by its exit code if the mapping has no end', () => {
    const agent = jsonl({ text: { where: { type: 'text' }, path: 'text' } });
    const lines = stream({ type: 'text', text: 'Hello' });
    expect(playStream(agent, lines).result).toEqual({ status: 'completed', text: 'Hello' });
    expect(playStream(agent, lines, EXIT_1).result).toMatchObject({ status: 'failed', text: 'Hello' });
  });

  it('is completed or failed by its end line, against the exit code', () => {
    const agent = jsonl({ text: { path: 'text' }, end: { where: { type: 'end' }, ok: { 'status.ok': true } } });
    const end = (ok: boolean) => stream({ type: 'text', text: 'Hello' }, { type: 'end', status: { ok } });
    expect(playStream(agent, end(true), EXIT_1).result.status).toBe('completed');
    expect(playStream(agent, end(false)).result.status).toBe('failed');
    expect(playStream(agent, stream({ text: 'Hello' })).result.status).toBe('failed');
  });

  it('uses the text of a failed end line as the reason, not as the answer', () => {
    const agent = jsonl({
      text: { where: { type: 'result' }, path: 'result' },
      end: { where: { type: 'result' }, ok: { is_error: false } },
    });
    const played = playStream(agent, stream({ type: 'result', is_error: true, result: 'Quota exceeded' }));
    expect(played.delivered).toBe('');
    expect(played.result).toMatchObject({
      status: 'failed',
      text: '',
      error: { code: 'CTX_AGENT_RATE_LIMIT', message: 'Quota exceeded' },
    });
  });

  it('does not deliver text again that has already come in deltas', () => {
    const agent = jsonl({
      text: { where: { type: 'whole' }, path: 'text' },
      delta: { where: { type: 'delta' }, path: 'text' },
    });
    const lines = stream(
      { type: 'delta', text: 'Hel' },
      { type: 'delta', text: 'lo' },
      { type: 'whole', text: 'Hello' },
      { type: 'delta', text: 'Bye' },
    );
    expect(playStream(agent, lines)).toMatchObject({ delivered: 'HelloBye', result: { text: 'Bye' } });
  });

  it('uses the text after the last tool call as the answer', () => {
    const agent = jsonl({
      text: { where: { type: 'none' }, path: 'x' },
      delta: { where: { type: 'delta' }, path: 'text' },
      tools: { call: { where: { type: 'call' }, id: 'id', name: 'tool.name', input: 'tool.input' } },
    });
    const lines = stream(
      { type: 'delta', text: 'Let me.' },
      { type: 'call', id: 7, tool: { name: 'ls', input: { a: 1 } } },
      { type: 'delta', text: 'Done.' },
    );
    const { events, result } = playStream(agent, lines);
    expect(result.text).toBe('Done.');
    expect(events).toContainEqual({ type: 'tool-call', id: '7', name: 'ls', input: { a: 1 } });
  });

  it('fails on any error of the mapping, and never shows its message as an answer', () => {
    const agent = jsonl({
      text: { path: 'result' },
      end: { where: { type: 'result' } },
      error: [{ path: 'result', startsWith: '[API Error' }, { where: { type: 'fatal' } }],
    });
    const { delivered, result } = playStream(
      agent,
      stream({ result: '[API Error: 401 no]' }, { type: 'result', result: '[API Error: 401 no]' }),
    );
    expect({ delivered, text: result.text, code: result.error?.code }).toEqual({
      delivered: '',
      text: '',
      code: 'CTX_AGENT_AUTH',
    });
    const fatal = playStream(
      agent,
      stream({ result: 'Half' }, { type: 'fatal' }, { type: 'result', result: 'Half' }),
    ).result;
    expect(fatal).toMatchObject({ status: 'failed', text: 'Half', error: { message: 'agent reported an error.' } });
  });

  it.each<[string, ...object[]]>([
    ['the error message comes as a part of it', { text: 'Half' }, { text: '[API Error: 500]' }],
    ['the error message comes in its own line', { text: 'Half' }, { type: 'fatal', words: 'Connection lost' }],
    [
      'the error message comes as a part of it and then as an error',
      { text: 'Half' },
      { text: 'Lost' },
      { type: 'fatal', words: 'Lost' },
    ],
    ['the error message is streamed after it', { delta: 'Half' }, { delta: 'Lost' }, { type: 'fatal', words: 'Lost' }],
    ['the end line gives the reason', { delta: 'Half' }, { type: 'end', ok: false, text: 'Lost' }],
    ['the end line repeats the error', { text: 'Half' }, { text: '[API Error]' }, { type: 'end', text: '[API Error]' }],
  ])('keeps a partial answer when %s', (_, ...lines) => {
    const agent = jsonl({
      text: { path: 'text' },
      delta: { path: 'delta' },
      end: { where: { type: 'end' }, ok: { ok: true } },
      error: [
        { path: 'text', startsWith: '[API Error' },
        { where: { type: 'fatal' }, path: 'words' },
      ],
    });
    expect(playStream(agent, stream(...(lines as object[]))).result).toMatchObject({ status: 'failed', text: 'Half' });
  });

  it('reports tool calls and results with the fields of the mapping', () => {
    const call = { where: { type: 'call' }, id: 'id', name: 'tool', input: 'args' };
    const result = { where: { type: 'done' }, id: 'id', output: 'out' };
    const lines = stream({ type: 'call', id: 1, tool: 'ls', args: { a: 1 } }, { type: 'done', id: 1, out: { n: 2 } });
    const eventsOf = (tools: object) => playStream(jsonl({ text: { path: 'text' }, tools }), lines).events;
    expect(eventsOf({ call, result })).toEqual([
      { type: 'tool-call', id: '1', name: 'ls', input: { a: 1 } },
      { type: 'tool-result', id: '1', output: '{"n":2}', isError: false },
    ]);
    expect(eventsOf({ call }).map((event) => event.type)).toEqual(['tool-call', 'raw']);
    expect(eventsOf({ call, result: { ...result, output: 'none', error: { type: 'done' } } })[1]).toEqual({
      type: 'tool-result',
      id: '1',
      output: '',
      isError: true,
    });
  });

  it('reports tools with what the lines have: nothing for a missing output, and no call without a name', () => {
    const tools = {
      call: { where: { type: 'call' }, id: 'id', name: 'tool' },
      result: { where: { type: 'done' }, id: 'id', output: 'out' },
    };
    const eventsOf = (line: object) => playStream(jsonl({ text: { path: 'text' }, tools }), stream(line)).events;
    for (const done of [
      { type: 'done', id: '1', out: null },
      { type: 'done', id: '1' },
    ]) {
      expect(eventsOf(done)).toEqual([{ type: 'tool-result', id: '1', output: '', isError: false }]);
    }
    for (const call of [
      { type: 'call', id: '1', tool: null },
      { type: 'call', id: '1' },
    ]) {
      expect(eventsOf(call)).toEqual([{ type: 'raw', data: call }]);
    }
  });

  it('fails on any line that has an error where the mapping says', () => {
    const agent = jsonl({ text: { path: 'text' }, error: { path: 'error.message' } });
    expect(playStream(agent, stream({ text: 'Hello' })).result).toEqual({ status: 'completed', text: 'Hello' });
    expect(playStream(agent, stream({ text: 'Hello' }, { error: { message: 'no' } })).result).toMatchObject({
      status: 'failed',
      text: 'Hello',
      error: { message: 'no' },
    });
  });

  it('may quote an error message inside its answer', () => {
    const agent = jsonl({ text: { path: 'text' }, error: { path: 'text', startsWith: 'Error' } });
    expect(playStream(agent, stream({ text: 'It says: Error' })).result.status).toBe('completed');
  });

  it('reports usage, the last or the sum, and only the counts that are there', () => {
    const usage = { where: { type: 'usage' }, inputTokens: ['in', 'cached'], outputTokens: 'out' } as const;
    const lines = stream({ type: 'usage', in: 1, cached: 2, out: 3 }, { type: 'usage', in: 5, out: 4 }, { text: 'Hi' });
    const usageOf = (more: object) =>
      playStream(jsonl({ text: { path: 'text' }, usage: { ...usage, ...more } }), lines).result.usage;
    expect(usageOf({})).toEqual({ outputTokens: 4 });
    expect(usageOf({ add: true })).toEqual({ inputTokens: 3, outputTokens: 7 });
    expect(usageOf({ add: true, inputTokens: 'in', outputTokens: undefined })).toEqual({ inputTokens: 6 });
  });

  it('gives a notice when it completes without an answer', () => {
    const agent = jsonl({ text: { where: { type: 'text' }, path: 'text' }, end: { where: { type: 'end' } } });
    const { events, result } = playStream(agent, stream({ type: 'end' }, { type: 'end' }));
    expect(result).toEqual({ status: 'completed', text: '' });
    expect(events.filter((event) => event.type === 'notice')).toMatchObject([{ kind: 'empty-answer' }]);
  });

  it('joins the strings of a list and ignores its other elements', () => {
    const lines = stream({ content: [{ text: 'a' }, { image: 1 }, { text: 'b' }] });
    for (const path of ['content.*.text', 'content[].text', 'content[*].text']) {
      expect(playStream(jsonl({ text: { path } }), lines).result.text).toBe('ab');
    }
    expect(playStream(jsonl({ text: { path: 'content[2].text' } }), lines).result.text).toBe('b');
  });

  it('never follows a path into inherited properties', () => {
    const agent = jsonl({ text: { path: 'constructor.name' } });
    expect(playStream(agent, stream({ a: 1 })).result.text).toBe('');
  });
});
