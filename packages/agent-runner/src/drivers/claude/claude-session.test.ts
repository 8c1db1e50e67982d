import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { claude } from './claude-driver.ts';

const ASKED = '0af1c9ba-1111-4222-8333-444455556666';
const COPY = '1bf1c9ba-1111-4222-8333-444455556666';
const stream = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const init = (session_id: string) => ({ type: 'system', subtype: 'init', session_id, model: 'opus' });
const done = (session_id: string, more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'Done.',
  session_id,
  ...more,
});
const resume = { sessionId: ASKED };
const play = (lines: string, input: object) => playStream(claude(), lines, { input });

describe('a resumed session of Claude Code', () => {
  it.each([
    `No conversation found with session ID: ${ASKED}`,
    'Error: --resume requires a valid session ID or session title when used with --print.',
    'Failed to resume session',
  ])('is lost when the CLI says: %s', (words) => {
    const line = {
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      errors: [words],
      session_id: COPY,
    };
    for (const session of ['keep', 'discard']) {
      const { result, events } = play(stream(line), { resume, session });
      expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_SESSION_LOST' } });
      expect(result.error?.message).toContain(words);
      expect(events.filter(({ type }) => type === 'session-start')).toEqual([]);
    }
    // Without a session to resume, the same message is an ordinary failure.
    expect(play(stream(line), {}).result.error?.code).toBe('CTX_AGENT_FAILED');
  });

  it('is not lost because an answer contains such a message', () => {
    const answer = done(COPY, { result: 'It says: No conversation found.' });
    expect(play(stream(init(COPY), answer), { resume, session: 'keep' }).result.status).toBe('completed');
  });

  it('continues in a copy, whose id is the one to resume next', () => {
    const { result, events } = play(stream(init(COPY), done(COPY)), { resume, session: 'keep' });
    expect(result).toMatchObject({ status: 'completed', sessionId: COPY });
    expect(events[0]).toMatchObject({ type: 'session-start', sessionId: COPY });
  });

  it('that is not kept must report the id that was asked for', () => {
    expect(play(stream(init(ASKED), done(ASKED)), { resume }).result.status).toBe('completed');
    const { result, events } = play(stream(init(COPY), done(COPY)), { resume });
    const message = `claude was asked to resume ${ASKED} but reported session "${COPY}".`;
    expect(result).toEqual({
      status: 'failed',
      text: '',
      sessionId: COPY,
      error: { code: 'CTX_AGENT_SESSION_LOST', message },
    });
    expect(events).toEqual([]);
  });

  it('must report a valid id', () => {
    const { result } = play(stream(init('latest'), done('latest')), { resume, session: 'keep' });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_SESSION_LOST' } });
  });
});

describe('the size of a Claude Code session', () => {
  const usage = (input: number, output: number) => ({
    input_tokens: input - 30,
    cache_creation_input_tokens: 10,
    cache_read_input_tokens: 20,
    output_tokens: output,
  });
  const request = (id: string, input: number, output: number) => [
    { type: 'stream_event', event: { type: 'message_start', message: { id, usage: usage(input, 1) } } },
    { type: 'assistant', message: { id, content: [{ type: 'text', text: id }], usage: usage(input, 1) } },
    { type: 'stream_event', event: { type: 'message_delta', usage: usage(input, output) } },
  ];

  it('is the input and output of its last request, not the sum of all requests', () => {
    const lines = stream(init(COPY), ...request('m1', 1_000, 50), ...request('m2', 1_100, 7), done(COPY));
    expect(play(lines, {}).result.contextTokens).toBe(1_107);
  });

  it('is given with the context window of the model used most', () => {
    const modelUsage = {
      small: { inputTokens: 5, outputTokens: 1, contextWindow: 100 },
      large: { inputTokens: 1, cacheReadInputTokens: 90, outputTokens: 1, contextWindow: 200_000 },
    };
    expect(play(stream(init(COPY), done(COPY, { modelUsage })), {}).result).toMatchObject({
      contextWindow: 200_000,
      totals: { usage: { inputTokens: 96, cachedInputTokens: 90, outputTokens: 2 } },
    });
  });

  it('does not affect usage after a compaction: that is the total of all models minus the total before', () => {
    const compacted = { type: 'system', subtype: 'compact_boundary', compact_metadata: {} };
    const modelUsage = { opus: { inputTokens: 300, outputTokens: 30, cacheReadInputTokens: 100 } };
    const last = done(COPY, { modelUsage, usage: usage(50, 5), total_cost_usd: 3 });
    const totalsBefore = { usage: { inputTokens: 150, cachedInputTokens: 50, outputTokens: 10 }, costUsd: 1 };
    const lines = stream(init(COPY), compacted, last);
    expect(play(lines, {}).events).toContainEqual({
      type: 'notice',
      kind: 'compacted',
      message: 'The agent replaced its session by a summary.',
    });
    const { result } = play(lines, { session: 'keep', resume: { ...resume, totalsBefore } });
    expect(result).toMatchObject({
      usage: { inputTokens: 250, cachedInputTokens: 50, outputTokens: 20 },
      costUsd: 2,
      totals: { usage: { inputTokens: 400, cachedInputTokens: 100, outputTokens: 30 }, costUsd: 3 },
    });
    const unsure = play(lines, { session: 'keep', resume }).result;
    expect(unsure).not.toHaveProperty('usage');
    expect(unsure).not.toHaveProperty('costUsd');
    const fresh = play(lines, { session: 'keep' }).result;
    expect(fresh.usage).toEqual({ inputTokens: 400, cachedInputTokens: 100, outputTokens: 30 });
  });
});
