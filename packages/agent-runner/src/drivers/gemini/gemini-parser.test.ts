import type { AgentEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { gemini } from './gemini-driver.ts';

const stream = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const init = { type: 'init', session_id: 's1', model: 'flash' };
const say = (content: string, timestamp?: string) => ({
  type: 'message',
  role: 'assistant',
  content,
  delta: true,
  timestamp,
});
const success = { type: 'result', status: 'success', stats: {} };
const failure = { type: 'result', status: 'error', stats: {} };
const play = (lines: string, exit = { exitCode: 0, signal: null }) => playStream(gemini(), lines, { exit });
const notices = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.kind] : []));

describe("Gemini CLI's stream", () => {
  it('warns of a loop and still completes', () => {
    const loop = { type: 'error', severity: 'warning', message: 'Loop detected, stopping execution' };
    const { events, result } = play(stream(init, say('Going on.'), loop, success));
    expect(notices(events)).toEqual(['warning']);
    expect(result).toEqual({ status: 'completed', text: 'Going on.', sessionId: 's1' });
  });

  it('decides by `success` where an old version gives no `status`', () => {
    const end = (fields: object) => play(stream(init, say('Hi.'), { type: 'result', ...fields })).result;
    expect(end({ success: true })).toEqual({ status: 'completed', text: 'Hi.', sessionId: 's1' });
    expect(end({ success: false }).status).toBe('failed');
    expect(end({}).status).toBe('failed');
    expect(end({ status: 'error', success: true }).status).toBe('failed');
  });

  it('uses the message of an earlier error if the result has none', () => {
    const { result } = play(
      stream(init, { type: 'error', severity: 'error', message: 'Maximum session turns exceeded' }, failure),
    );
    expect(result).toMatchObject({ status: 'failed', text: '', error: { message: 'Maximum session turns exceeded' } });
  });

  it('tells retries, which the CLI prints to stderr only', () => {
    const parser = gemini().createParser({ prompt: 'Hello', permissions: 'read-only' });
    const lines = [
      'Attempt 2 failed with status 429. Retrying with backoff... _ApiError: {"error":{"code":429,"message":"busy"}}',
      '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
      'Ripgrep is not available. Falling back to GrepTool.',
    ];
    expect(lines.flatMap((line) => parser.stderr!(line))).toEqual([
      { type: 'notice', kind: 'retry', message: 'Attempt 2 failed with status 429. Retrying.' },
    ]);
  });

  it('never shows messages that are not the assistant’s', () => {
    const lines = stream(
      init,
      { type: 'message', role: 'user', content: 'the prompt' },
      { type: 'message', role: 'system', content: 'the prompt' },
      success,
    );
    const { events, result } = play(lines);
    expect(JSON.stringify([events, result])).not.toContain('the prompt');
    expect(notices(events)).toEqual(['empty-answer']);
  });

  it('reports denied tools as notices', () => {
    const call = { type: 'tool_use', tool_id: 't1', tool_name: 'write_file', parameters: { path: 'x' } };
    const denied = {
      type: 'tool_result',
      tool_id: 't1',
      status: 'error',
      error: { type: 'policy_violation', message: 'denied by policy' },
    };
    const { events } = play(stream(init, call, denied, success));
    expect(events.slice(1, 4)).toEqual([
      { type: 'tool-call', id: 't1', name: 'write_file', input: { path: 'x' } },
      { type: 'notice', kind: 'permission-denied', message: 'denied by policy' },
      { type: 'tool-result', id: 't1', output: 'denied by policy', isError: true },
    ]);
  });

  it('reads the HTTP status from the exit code, and 41 as not signed in', () => {
    const broken = stream(init, { ...failure, error: { message: 'boom' } });
    expect(play(broken, { exitCode: 145, signal: null }).result.error?.code).toBe('CTX_AGENT_AUTH');
    expect(play(broken, { exitCode: 173, signal: null }).result.error?.code).toBe('CTX_AGENT_RATE_LIMIT');
    expect(play(broken, { exitCode: 244, signal: null }).result.error?.code).toBe('CTX_AGENT_FAILED');
    expect(play('', { exitCode: 41, signal: null }).result.error?.code).toBe('CTX_AGENT_AUTH');
  });

  it('reports unknown lines as they are, and does not report lines that say nothing', () => {
    const unknown = [
      { type: 'tool_use', tool_id: 't1' },
      { type: 'tool_use', tool_name: 'ls' },
      { type: 'something_new' },
    ];
    const silent = [{ type: 'init' }, say('')];
    expect(play(stream(...unknown, ...silent)).events).toEqual(unknown.map((data) => ({ type: 'raw', data })));
  });

  it('delivers a whole message once, also after its deltas', () => {
    const whole = (content: string) => ({ ...say(content), delta: undefined });
    expect(play(stream(say('Hi '), say('all.'), whole('Hi all.'))).events).toEqual([
      { type: 'text-delta', text: 'Hi ' },
      { type: 'text-delta', text: 'all.' },
    ]);
    expect(play(stream(whole('Hi all.'))).events).toEqual([{ type: 'text', text: 'Hi all.' }]);
  });

  it('says that an answer is empty if it has only blanks, but not if the turn failed', () => {
    expect(notices(play(stream(init, say(' \n'), success)).events)).toEqual(['empty-answer']);
    expect(notices(play(stream(init, say('\u200b\u2060'), success)).events)).toEqual(['empty-answer']);
    expect(notices(play(stream(init, failure)).events)).toEqual([]);
  });

  it('reports an error without a message', () => {
    expect(play(stream({ type: 'error' })).events).toEqual([
      { type: 'notice', kind: 'warning', message: 'The CLI reported an error.' },
    ]);
  });

  it('gives the last error as the reason or, without one, how the process ended', () => {
    const error = { type: 'error', message: 'boom' };
    const reason = (...lines: object[]) => play(stream(init, ...lines), { exitCode: 7, signal: null }).result.error;
    expect(reason(error, failure)?.message).toBe('boom');
    expect(reason(failure)?.message).toBe('gemini exited with code 7 without finishing its answer.');
    expect(reason(error)?.message).toBe('boom');
  });

  it('gives the reason of a denial: the message of the error, otherwise the output', () => {
    const denial = (fields: object) =>
      play(stream({ type: 'tool_result', tool_id: 't1', status: 'error', output: 'no', ...fields })).events[0];
    expect(denial({ error: { type: 'policy_violation', message: 'not allowed' } })).toMatchObject({
      kind: 'permission-denied',
      message: 'not allowed',
    });
    expect(denial({ error: { type: 'policy_violation' } })).toMatchObject({ message: 'no' });
  });

  it('never throws on malformed known lines', () => {
    const lines = ['init', 'message', 'tool_use', 'tool_result', 'error', 'result'].flatMap((type) => [
      { type },
      { type, role: 'assistant', content: 7, error: 3, stats: [], parameters: null },
    ]);
    expect(() => play(stream(...lines))).not.toThrow();
  });
});

describe('a silent retry', () => {
  const second = (number: number) => `2026-11-16T00:00:${String(number).padStart(2, '0')}.000Z`;

  it('is recognised when the whole text is repeated', () => {
    const { events, result } = play(
      stream(
        init,
        say('Hello from'),
        say(' the model'),
        say('Hello'),
        say(' from the'),
        say(' model'),
        say('!'),
        success,
      ),
    );
    expect(notices(events)).toEqual(['restart']);
    expect(result.text).toBe('Hello from the model!');
  });

  it('is recognised by its pause when the beginning is the same', () => {
    const { events, result } = play(
      stream(
        init,
        say('Hello', second(1)),
        say(' there', second(1)),
        say('Hello', second(3)),
        say(' world', second(3)),
        success,
      ),
    );
    expect(notices(events)).toEqual(['restart']);
    expect(result.text).toBe('Hello world');
  });

  it('is recognised when the repetition itself breaks off', () => {
    const { result } = play(stream(init, say('Hello from the '), say('model'), say('Hello from the '), failure));
    expect(result).toMatchObject({ status: 'failed', text: 'Hello from the ' });
  });

  it('is not assumed when the model repeats itself', () => {
    expect(play(stream(init, say('ha'), say('ha'), say('ha'), success)).result.text).toBe('hahaha');
    const quick = ['2026-11-16T00:00:01.000Z', '2026-11-16T00:00:01.020Z'];
    const line = 'All work and no play.\n';
    expect(play(stream(init, say(line, quick[0]), say(line, quick[1]), success)).result.text).toBe(line + line);
    expect(play(stream(init, say('Hello from here'), say('Hello from there'), success)).result.text).toBe(
      'Hello from hereHello from there',
    );
  });

  it('is not assumed across tool calls', () => {
    const tool = [
      { type: 'tool_use', tool_id: 't', tool_name: 'x' },
      { type: 'tool_result', tool_id: 't', status: 'success' },
    ];
    const { events, result } = play(
      stream(init, say('Let me look into it.'), ...tool, say('Let me look into it.'), success),
    );
    expect(notices(events)).toEqual([]);
    expect(result.text).toBe('Let me look into it.');
  });
});
