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
    expect(playStream(agent, ' \n\n').result).toMatchObject({ status: 'failed', text: '' });
  });

  it('is stripped of escape sequences, also of those that span several lines', () => {
    expect(playStream(agent, '\u001b[1mbold\u001b[0m\n').result.text).toBe('bold');
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

it('a command needs a file', () => {
  expect(() => command({ file: '' })).toThrow(TypeError);
});
