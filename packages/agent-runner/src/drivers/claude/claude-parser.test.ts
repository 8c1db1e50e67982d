import type { AgentEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { claude } from './claude-driver.ts';

const stream = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const init = { type: 'system', subtype: 'init', session_id: 's1', model: 'opus' };
const result = { type: 'result', subtype: 'success', is_error: false, result: 'Done.', session_id: 's1' };
const assistant = (id: string, block: object, rest: object = {}) => ({
  type: 'assistant',
  message: { id, role: 'assistant', model: 'opus', content: [block] },
  parent_tool_use_id: null,
  ...rest,
});
const text = (words: string) => ({ type: 'text', text: words });
const streamed = (event: object, rest: object = {}) => ({
  type: 'stream_event',
  event,
  parent_tool_use_id: null,
  ...rest,
});
const delta = (words: string) => streamed({ type: 'content_block_delta', delta: { type: 'text_delta', text: words } });
const messageStart = (id: string) => streamed({ type: 'message_start', message: { id } });
const blockStart = (type: string) => streamed({ type: 'content_block_start', content_block: { type } });

const play = (lines: string, input = {}) => playStream(claude(), lines, { input });
const ofType = <T extends AgentEvent['type']>(events: readonly AgentEvent[], type: T) =>
  events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type);

describe("Claude Code's stream", () => {
  it('reports each denied permission once, also if only the result lists it', () => {
    const denied = {
      type: 'system',
      subtype: 'permission_denied',
      tool_name: 'Bash',
      tool_use_id: 't1',
      message: 'no',
    };
    const permission_denials = ['t1', 't2'].map((tool_use_id) => ({ tool_name: 'Bash', tool_use_id, tool_input: {} }));
    const { events } = play(stream(init, denied, { ...result, permission_denials }));
    expect(ofType(events, 'notice').map(({ kind, message }) => [kind, message])).toEqual([
      ['permission-denied', 'Bash: no'],
      ['permission-denied', 'Bash was not allowed'],
    ]);
  });

  it('reports retries, denied permissions and limits as notices', () => {
    const { events } = play(
      stream(
        init,
        {
          type: 'system',
          subtype: 'api_retry',
          attempt: 2,
          max_retries: 10,
          retry_delay_ms: 1500,
          error_status: 529,
          error: 'overloaded',
        },
        { type: 'system', subtype: 'permission_denied', tool_name: 'Bash', message: 'needs approval' },
        { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 4_000_000_000 } },
        result,
      ),
    );
    expect(ofType(events, 'notice').map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      'retry: The request failed (529 overloaded); retrying, attempt 2 of 10, in 1.5 s.',
      'permission-denied: Bash: needs approval',
      'warning: A usage limit was reached; it ends at 2096-10-02T07:06:40.000Z.',
    ]);
  });

  it('adds the time until a limit ends to the failure it caused', () => {
    const limit = { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 4_000_000_000 } };
    const failed = { ...result, is_error: true, api_error_status: 429, result: 'You have hit your limit' };
    const { result: turn } = play(stream(init, limit, failed));
    expect(turn).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_RATE_LIMIT' } });
    expect(turn.error?.retryAfterMs).toBeGreaterThan(0);
  });

  it("keeps a sub-agent's text out of the answer, but reports its tool calls", () => {
    const child = { parent_tool_use_id: 'toolu_1' };
    const {
      events,
      delivered,
      result: turn,
    } = play(
      stream(
        init,
        assistant('m1', { type: 'tool_use', id: 'toolu_1', name: 'Task', input: { prompt: 'look' } }),
        { type: 'user', message: { role: 'user', content: [text('look')] }, ...child },
        streamed({ type: 'message_start', message: { id: 'm2' } }, child),
        streamed({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'sub' } }, child),
        assistant('m2', text('sub says'), child),
        assistant('m3', { type: 'tool_use', id: 'toolu_2', name: 'Read', input: {} }, child),
        {
          type: 'user',
          message: { content: [{ type: 'tool_result', tool_use_id: 'toolu_2', content: 'x' }] },
          ...child,
        },
        {
          type: 'user',
          message: { content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [text('a'), text('b')] }] },
        },
        assistant('m4', text('Done.')),
        result,
      ),
    );
    expect(delivered).toBe('Done.');
    expect(turn).toMatchObject({ status: 'completed', text: 'Done.' });
    expect(ofType(events, 'tool-call').map((event) => event.id)).toEqual(['toolu_1', 'toolu_2']);
    expect(ofType(events, 'tool-result').map((event) => event.output)).toEqual(['x', 'a\nb']);
    expect(ofType(events, 'notice')).toEqual([]);
  });

  it('delivers each block of a message once, including text that the deltas left out', () => {
    const { delivered } = play(
      stream(
        init,
        messageStart('m1'),
        blockStart('text'),
        delta('One'),
        delta(', two'),
        assistant('m1', text('One, two, three')),
        blockStart('text'),
        delta(' four'),
        assistant('m1', text(' four')),
        { ...result, result: 'One, two, three four' },
      ),
    );
    expect(delivered).toBe('One, two, three four');
  });

  it('delivers thinking once, as reasoning', () => {
    const { events } = play(
      stream(
        init,
        messageStart('m1'),
        blockStart('thinking'),
        streamed({ type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Hm' } }),
        assistant('m1', { type: 'thinking', thinking: 'Hm' }),
        result,
      ),
    );
    expect(ofType(events, 'reasoning')).toEqual([{ type: 'reasoning', text: 'Hm' }]);
  });

  it('discards a message that breaks off and starts again', () => {
    const { events, result: turn } = play(
      stream(
        init,
        messageStart('m1'),
        blockStart('text'),
        delta('Hel'),
        messageStart('m2'),
        blockStart('text'),
        delta('Hello'),
      ),
    );
    expect(ofType(events, 'notice')).toMatchObject([{ kind: 'restart' }]);
    expect(turn).toMatchObject({ status: 'failed', text: 'Hello' });
  });

  it('discards a message that breaks off and comes again as another, complete message', () => {
    const { events, result: turn } = play(
      stream(init, messageStart('m1'), blockStart('text'), delta('Hel'), assistant('m2', text('Hello'))),
    );
    expect(ofType(events, 'notice')).toMatchObject([{ kind: 'restart' }]);
    expect(turn).toMatchObject({ status: 'failed', text: 'Hello' });
  });

  it('reports a session once even if it is started repeatedly, and reports a compaction', () => {
    const { events } = play(
      stream(init, { type: 'system', subtype: 'compact_boundary', compact_metadata: {} }, init, result),
    );
    expect(events.map((event) => event.type)).toEqual(['session-start', 'notice']);
    expect(events[1]).toMatchObject({ kind: 'compacted' });
  });

  it('decides the outcome by is_error, not by the subtype or the exit code', () => {
    const fine = stream(init, assistant('m1', text('So far.')), {
      ...result,
      subtype: 'error_max_turns',
      result: undefined,
    });
    expect(playStream(claude(), fine, { exit: { exitCode: 1, signal: null } }).result).toMatchObject({
      status: 'completed',
      text: 'So far.',
    });
    const broken = stream(init, assistant('m1', text('So far.')), {
      ...result,
      is_error: true,
      result: undefined,
      errors: ['boom'],
    });
    expect(play(broken).result).toMatchObject({ status: 'failed', text: 'So far.', error: { message: 'boom' } });
  });

  it('never uses synthetic text as an answer, even if is_error is false', () => {
    const words = 'API Error: 500 something';
    const synthetic = {
      ...assistant('x', text(words)),
      message: { id: 'x', model: '<synthetic>', content: [text(words)] },
    };
    const { delivered, result: turn } = play(stream(init, synthetic, { ...result, result: words }));
    expect(delivered).toBe('');
    expect(turn).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_FAILED', message: words } });
  });

  it('lets the last of several results decide', () => {
    const { result: turn } = play(stream(init, result, init, { ...result, result: 'Later.' }));
    expect(turn).toMatchObject({ status: 'completed', text: 'Later.' });
  });

  it('starts a session with its result if nothing else did, and always takes the id from the result', () => {
    const late = play(stream({ ...result, session_id: 's2' }));
    expect(late.events[0]).toEqual({ type: 'session-start', sessionId: 's2' });
    const other = play(stream(init, { ...result, session_id: 's2' }));
    expect(ofType(other.events, 'session-start')).toEqual([{ type: 'session-start', sessionId: 's1', model: 'opus' }]);
    expect(other.result.sessionId).toBe('s2');
    expect(play(stream(init, { ...result, session_id: undefined })).result.sessionId).toBe('s1');
    expect(play(stream({ ...init, session_id: undefined })).events).toEqual([]);
  });

  it('gives the reason of a failed result: its text, otherwise its errors, otherwise its subtype', () => {
    const reasonOf = (fields: object) =>
      play(stream(init, { ...result, is_error: true, result: undefined, ...fields })).result.error?.message;
    expect(reasonOf({ result: 'boom' })).toBe('boom');
    expect(reasonOf({ errors: ['a', 'b'] })).toBe('a; b');
    expect(reasonOf({ subtype: 'error_max_turns' })).toBe('claude ended its turn with error_max_turns.');
    expect(reasonOf({ subtype: undefined })).toBe('claude ended its turn with an error.');
  });

  it('without is_error has failed if the subtype begins with error', () => {
    const statusOf = (subtype?: string) =>
      play(stream(init, { ...result, is_error: undefined, subtype })).result.status;
    expect(statusOf('error_max_turns')).toBe('failed');
    expect(statusOf('success_after_error')).toBe('completed');
    expect(statusOf()).toBe('completed');
  });

  it('classifies a failure by the status of the result, otherwise of the last error message', () => {
    const failed = { ...result, is_error: true, result: 'no' };
    expect(play(stream(init, { ...failed, api_error_status: 403 })).result.error?.code).toBe('CTX_AGENT_AUTH');
    const synthetic = assistant('m1', text('no'), { is_api_error_message: true, api_error_status: 429 });
    expect(play(stream(init, synthetic, failed)).result.error?.code).toBe('CTX_AGENT_RATE_LIMIT');
    expect(play(stream(init, synthetic, { ...failed, api_error_status: 403 })).result.error?.code).toBe(
      'CTX_AGENT_AUTH',
    );
  });

  it('fails with an error of the CLI only if the result repeats it, and not if it is empty', () => {
    const synthetic = (words: string) => assistant('m1', text(words), { is_api_error_message: true });
    expect(play(stream(init, synthetic('no'), result)).result).toMatchObject({ status: 'completed', text: 'Done.' });
    expect(play(stream(init, synthetic(''), { ...result, result: '' })).result.status).toBe('completed');
    expect(play(stream(init, synthetic('no'), { ...result, result: 'no' })).result.status).toBe('failed');
  });

  it('says that an answer is empty if it has only blanks', () => {
    const { events } = play(stream(init, { ...result, result: ' \n' }));
    expect(ofType(events, 'notice')).toMatchObject([{ kind: 'empty-answer' }]);
  });

  it('adds stderr to a failure', () => {
    const exit = { exitCode: 1, signal: null, stderr: 'boom' };
    const failed = stream(init, { ...result, is_error: true, result: 'no' });
    expect(playStream(claude(), failed, { exit }).result.error).toMatchObject({ message: 'no', stderr: 'boom' });
    expect(play(failed).result.error).not.toHaveProperty('stderr');
  });

  it('never shows the echoed prompt, as text or as a block', () => {
    const { events } = play(
      stream(
        init,
        { type: 'user', message: { role: 'user', content: 'the prompt' } },
        { type: 'user', isReplay: true, message: { role: 'user', content: [text('the prompt')] } },
        result,
      ),
    );
    expect(JSON.stringify(events)).not.toContain('the prompt');
  });

  it('removes escape sequences from the answer', () => {
    const { delivered, result: turn } = play(
      stream(init, messageStart('m1'), blockStart('text'), delta('a\u001b[3'), delta('1mb\u001b[0m'), {
        ...result,
        result: 'a\u001b[31mb\u001b[0m',
      }),
    );
    expect({ delivered, text: turn.text }).toEqual({ delivered: 'ab', text: 'ab' });
  });

  it('reports unknown lines as raw events, and never throws on malformed known lines', () => {
    const odd = ['assistant', 'user', 'system', 'result', 'stream_event', 'rate_limit_event'].flatMap((type) => [
      { type },
      { type, message: 7, event: [], rate_limit_info: 'x' },
      {
        type,
        message: { content: [null, 3, 'x', [], { type: 5 }] },
        event: { type: 'content_block_delta', delta: null },
      },
    ]);
    const { events } = play(stream({ type: 'from_the_future', x: 1 }, ...odd));
    expect(events[0]).toEqual({ type: 'raw', data: { type: 'from_the_future', x: 1 } });
  });
});

describe("Claude Code's cost", () => {
  const paid = { ...result, total_cost_usd: 0.5, usage: { input_tokens: 1, output_tokens: 2 } };

  it('is the total of a fresh session', () => {
    expect(play(stream(init, paid)).result).toMatchObject({ costUsd: 0.5, totals: { costUsd: 0.5 } });
  });

  it('of a resumed session is what was added to the earlier total', () => {
    const resume = { sessionId: 's1', totalsBefore: { costUsd: 0.2 } };
    expect(play(stream(init, paid), { resume }).result).toMatchObject({ costUsd: 0.3, totals: { costUsd: 0.5 } });
  });

  it('of a resumed session without an earlier total is unknown, but its usage is known', () => {
    const { result: turn } = play(stream(init, paid), { resume: { sessionId: 's1' } });
    expect(turn).not.toHaveProperty('costUsd');
    expect(turn).toMatchObject({ usage: { inputTokens: 1, outputTokens: 2 }, totals: { costUsd: 0.5 } });
  });
});
