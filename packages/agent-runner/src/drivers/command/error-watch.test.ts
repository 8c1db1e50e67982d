import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { command } from './command-driver.ts';

const stream = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const delta = (text: string) => ({ type: 'delta', text });
const END = { type: 'result' };

/** Errors begin with `[API Error`, in deltas, in complete parts and in the result. */
const agent = command({
  file: 'agent',
  output: {
    format: 'jsonl',
    text: { where: { type: 'text' }, path: 'text' },
    delta: { where: { type: 'delta' }, path: 'text' },
    end: { where: { type: 'result' } },
    error: [
      { path: 'text', startsWith: '[API Error', status: 'status' },
      { path: 'text', startsWith: 'Fatal:' },
      { where: { type: 'fatal' }, path: 'message', status: 'status' },
    ],
    tools: { call: { where: { type: 'call' }, id: 'id', name: 'name' } },
  },
});

describe('an error message', () => {
  it('in one delta is never shown', () => {
    const { delivered, result } = playStream(agent, stream(delta('[API Error: 401 no]'), END));
    expect(delivered).toBe('');
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_AUTH' } });
  });

  it('in many deltas is never shown, not even its beginning, and is reported completely', () => {
    const message = '[API Error: 429 slow down]';
    for (const parts of [['[API', ' Error: 429', ' slow down]'], ['[API Error: 429', ' slow down]'], [...message]]) {
      const { delivered, result } = playStream(agent, stream(...parts.map(delta), END));
      expect(delivered).toBe('');
      expect(result).toMatchObject({
        text: '',
        error: { code: 'CTX_AGENT_RATE_LIMIT', message },
      });
    }
  });

  it('in deltas is the reason, and no empty answer, whether the program ends its turn or not', () => {
    for (const lines of [[delta('Fatal: 401')], [delta('Fatal: 401'), END]]) {
      const { events, result } = playStream(agent, stream(...lines));
      expect(events.filter(({ type }) => type === 'notice')).toEqual([]);
      expect(result).toMatchObject({ text: '', error: { code: 'CTX_AGENT_AUTH', message: 'Fatal: 401' } });
    }
  });

  it('in deltas may have an empty part in between', () => {
    const { delivered, result } = playStream(
      agent,
      stream(delta('[API'), { type: 'text', text: '' }, delta(' Error]')),
    );
    expect({ delivered, message: result.error?.message }).toEqual({ delivered: '', message: '[API Error]' });
  });

  it('does not remove the answer before it', () => {
    const call = { type: 'call', id: '1', name: 'ls' };
    for (const lines of [
      [delta('Half'), call, delta('[API '), delta('Error: x]'), END],
      [{ type: 'text', text: 'Half' }, { type: 'text', text: '[API Error: x]' }, END],
      [delta('Half'), { type: 'fatal', message: 'x' }, END],
      [delta('Half'), { type: 'fatal', message: 'x' }],
      [delta('Half'), call, { type: 'fatal', message: 'x' }],
    ]) {
      const { delivered, result } = playStream(agent, stream(...lines));
      expect({ delivered, status: result.status, text: result.text }).toEqual({
        delivered: 'Half',
        status: 'failed',
        text: 'Half',
      });
    }
  });

  it('is classified by its status, if there is one', () => {
    const { error } = playStream(agent, stream({ type: 'fatal', message: 'no', status: 429 })).result;
    expect(error).toMatchObject({ code: 'CTX_AGENT_RATE_LIMIT', message: 'no' });
    const part = { type: 'text', text: '[API Error: no]', status: 429 };
    expect(playStream(agent, stream(part)).result.error?.code).toBe('CTX_AGENT_RATE_LIMIT');
  });
});

describe('an answer that begins like an error', () => {
  it('and then continues differently is shown completely', () => {
    const { delivered, result } = playStream(agent, stream(delta('[AP'), delta('I docs](x)'), END));
    expect({ delivered, result }).toEqual({
      delivered: '[API docs](x)',
      result: { status: 'completed', text: '[API docs](x)' },
    });
  });

  it('and ends there is shown before the turn ends', () => {
    const { events, result } = playStream(agent, stream(delta('[API'), END));
    expect(events).toContainEqual({ type: 'text-delta', text: '[API' });
    expect(result).toEqual({ status: 'completed', text: '[API' });
  });
});
