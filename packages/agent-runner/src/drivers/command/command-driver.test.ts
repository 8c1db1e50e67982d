import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { command } from './command-driver.ts';
import type { JsonlMapping } from './output-mapping.ts';

const stream = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const jsonl = (mapping: Omit<JsonlMapping, 'format'>) =>
  command({ file: 'agent', output: { format: 'jsonl', ...mapping } });
const EXIT_1 = { exit: { exitCode: 1, signal: null } };

describe('a command that prints text', () => {
  const agent = command({ file: 'agent' });

  it('completes with exit code 0 and something to say', () => {
    expect(playStream(agent, 'one\r\n\n  two\n')).toMatchObject({
      delivered: 'one\n\n  two',
      result: { status: 'completed', text: 'one\n\n  two' },
    });
  });

  it('fails with another exit code, with what it said', () => {
    expect(playStream(agent, 'half', EXIT_1).result).toMatchObject({ status: 'failed', text: 'half' });
    const killed = playStream(agent, 'half', { exit: { exitCode: null, signal: 'SIGKILL' } }).result;
    expect(killed.error?.message).toContain('SIGKILL');
  });

  it('fails when it prints only blanks', () => {
    expect(playStream(agent, ' \n\n').result).toMatchObject({ status: 'failed', text: '' });
  });

  it('loses its escape sequences, also those that span lines of output', () => {
    expect(playStream(agent, '\u001b[1mbold\u001b[0m\n').result.text).toBe('bold');
  });

  it('names the reason its stderr gives', () => {
    const exit = { exitCode: 1, signal: null, stderr: 'first\nError: not logged in\n' };
    const { error } = playStream(agent, '', { exit }).result;
    expect(error).toMatchObject({ code: 'CTX_AGENT_AUTH', stderr: exit.stderr });
    expect(error?.message).toContain('not logged in');
  });
});

describe('a command that prints JSON lines', () => {
  it('lets the exit code decide where no end is described', () => {
    const agent = jsonl({ text: { where: { type: 'text' }, path: 'text' } });
    const lines = stream({ type: 'text', text: 'Hello' });
    expect(playStream(agent, lines).result).toEqual({ status: 'completed', text: 'Hello' });
    expect(playStream(agent, lines, EXIT_1).result).toMatchObject({ status: 'failed', text: 'Hello' });
  });

  it('lets the described end decide against the exit code', () => {
    const agent = jsonl({ text: { path: 'text' }, end: { where: { type: 'end' }, ok: { 'status.ok': true } } });
    const end = (ok: boolean) => stream({ type: 'text', text: 'Hello' }, { type: 'end', status: { ok } });
    expect(playStream(agent, end(true), EXIT_1).result.status).toBe('completed');
    expect(playStream(agent, end(false)).result.status).toBe('failed');
    expect(playStream(agent, stream({ text: 'Hello' })).result.status).toBe('failed');
  });

  it('takes what a failed end says for the reason, not for the answer', () => {
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

  it('delivers deltas and then not the whole piece again', () => {
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

  it('takes the text after the last tool for the answer', () => {
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

  it('fails by any described error, and never answers with its words', () => {
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
    ['the words of an error come as a piece of it', { text: 'Half' }, { text: '[API Error: 500]' }],
    ['they come in a line of their own', { text: 'Half' }, { type: 'fatal', words: 'Connection lost' }],
    ['they come as a piece and then as an error', { text: 'Half' }, { text: 'Lost' }, { type: 'fatal', words: 'Lost' }],
    ['they are streamed after it', { delta: 'Half' }, { delta: 'Lost' }, { type: 'fatal', words: 'Lost' }],
    ['the end says why it failed', { delta: 'Half' }, { type: 'end', ok: false, text: 'Lost' }],
    ['the end repeats the error', { text: 'Half' }, { text: '[API Error]' }, { type: 'end', text: '[API Error]' }],
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

  it('says so when it completes without an answer', () => {
    const agent = jsonl({ text: { where: { type: 'text' }, path: 'text' }, end: { where: { type: 'end' } } });
    const { events, result } = playStream(agent, stream({ type: 'end' }, { type: 'end' }));
    expect(result).toEqual({ status: 'completed', text: '' });
    expect(events.filter((event) => event.type === 'notice')).toMatchObject([{ kind: 'empty-answer' }]);
  });

  it('joins the texts of a list and ignores what is no text', () => {
    const lines = stream({ content: [{ text: 'a' }, { image: 1 }, { text: 'b' }] });
    for (const path of ['content.*.text', 'content[].text', 'content[*].text']) {
      expect(playStream(jsonl({ text: { path } }), lines).result.text).toBe('ab');
    }
    expect(playStream(jsonl({ text: { path: 'content[2].text' } }), lines).result.text).toBe('b');
  });

  it('never follows a path into what an object inherits', () => {
    const agent = jsonl({ text: { path: 'constructor.name' } });
    expect(playStream(agent, stream({ a: 1 })).result.text).toBe('');
  });
});

it('a command needs a file', () => {
  expect(() => command({ file: '' })).toThrow(TypeError);
});
