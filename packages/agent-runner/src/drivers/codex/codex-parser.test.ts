import type { AgentEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { codex } from './codex-driver.ts';

const stream = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const thread = { type: 'thread.started', thread_id: 't1' };
const completed = (usage?: object) => ({ type: 'turn.completed', usage });
const item = (phase: string, fields: object) => ({ type: `item.${phase}`, item: { id: 'item_1', ...fields } });
const message = (words: string) => item('completed', { type: 'agent_message', text: words });
const play = (lines: string, input = {}, exit = { exitCode: 0, signal: null }) =>
  playStream(codex(), lines, { input, exit });
const tools = (events: readonly AgentEvent[]) => events.filter((event) => event.type.startsWith('tool-'));

describe("Codex's stream", () => {
  it('reports file changes, MCP calls and searches as tool calls', () => {
    const { events } = play(
      stream(
        thread,
        item('completed', { type: 'file_change', changes: [{ path: 'a.ts', kind: 'update' }], status: 'completed' }),
        item('started', {
          id: 'm',
          type: 'mcp_tool_call',
          server: 'docs',
          tool: 'find',
          arguments: { q: 'x' },
          status: 'in_progress',
        }),
        item('completed', {
          id: 'm',
          type: 'mcp_tool_call',
          server: 'docs',
          tool: 'find',
          arguments: { q: 'x' },
          error: { message: 'no' },
          status: 'failed',
        }),
        item('completed', { id: 'w', type: 'web_search', query: 'ctx' }),
        message('Done.'),
        completed(),
      ),
    );
    expect(tools(events)).toEqual([
      { type: 'tool-call', id: 'item_1', name: 'file_change', input: { changes: [{ path: 'a.ts', kind: 'update' }] } },
      { type: 'tool-result', id: 'item_1', name: 'file_change', output: 'update', isError: false },
      { type: 'tool-call', id: 'm', name: 'docs.find', input: { q: 'x' } },
      { type: 'tool-result', id: 'm', name: 'docs.find', output: 'no', isError: true },
      { type: 'tool-call', id: 'w', name: 'web_search', input: { query: 'ctx' } },
      { type: 'tool-result', id: 'w', name: 'web_search', output: '', isError: false },
    ]);
  });

  it('reports a command with a non-zero exit code as an error, and a declined one as denied', () => {
    const run = { type: 'command_execution', command: 'false', aggregated_output: 'x' };
    const { events } = play(
      stream(
        thread,
        item('started', { ...run, status: 'in_progress', exit_code: null }),
        item('updated', { ...run, status: 'in_progress', exit_code: null }),
        item('completed', { ...run, status: 'failed', exit_code: 1 }),
        item('completed', { ...run, id: 'item_2', status: 'declined', exit_code: -1 }),
        completed(),
      ),
    );
    expect(tools(events).map((event) => event.type)).toEqual(['tool-call', 'tool-result', 'tool-call', 'tool-result']);
    expect(events).toContainEqual({
      type: 'notice',
      kind: 'permission-denied',
      message: 'command_execution was declined',
    });
    expect(tools(events)[1]).toMatchObject({ isError: true, output: 'x' });
  });

  it('reports plans and unknown items as raw events, never as open tools', () => {
    const { events } = play(
      stream(
        thread,
        item('started', { type: 'todo_list', items: [] }),
        item('updated', { type: 'todo_list', items: [] }),
        item('started', { type: 'collab_tool_call' }),
        message('Done.'),
        completed(),
      ),
    );
    expect(events.map((event) => event.type)).toEqual(['session-start', 'raw', 'raw', 'raw', 'text']);
  });

  it('reports errors during the turn as notices, and still completes', () => {
    const { events, result } = play(
      stream(
        thread,
        { type: 'error', message: 'Reconnecting... 1/5 (boom)' },
        item('completed', { type: 'error', message: 'odd' }),
        message('Done.'),
        completed(),
      ),
    );
    expect(events.filter((event) => event.type === 'notice')).toMatchObject([
      { kind: 'retry' },
      { kind: 'warning', message: 'odd' },
    ]);
    expect(result).toEqual({ status: 'completed', text: 'Done.', sessionId: 't1' });
  });

  it('keeps the last message of a turn that failed after it', () => {
    const { result } = play(
      stream(thread, message('I will.'), {
        type: 'turn.failed',
        error: { message: 'unexpected status 429 Too Many Requests: try again in 20s' },
      }),
    );
    expect(result).toMatchObject({
      status: 'failed',
      text: 'I will.',
      error: { code: 'CTX_AGENT_RATE_LIMIT', retryAfterMs: 20_000 },
    });
  });

  it('keeps a message that was being written when the stream broke', () => {
    const lines = stream(thread, message('First.'), item('updated', { id: 'i', type: 'agent_message', text: 'Sec' }));
    expect(play(lines).result).toMatchObject({ status: 'failed', text: 'Sec' });
  });

  it('gives stderr as the reason when there is no stream at all', () => {
    const exit = { exitCode: 1, signal: null, stderr: 'Error: thread not found: x\n' };
    const { result } = playStream(codex(), '', { exit });
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error?.message).toContain('thread not found: x');
  });

  it('reports the output of MCP calls as text: the text parts, otherwise the JSON, otherwise nothing', () => {
    const call = { type: 'mcp_tool_call', status: 'completed' };
    const results = ['plain', { content: [{ text: 'a' }, { image: 1 }, { text: 'b' }] }, { found: 3 }, null, undefined];
    const { events } = play(
      stream(...results.map((result, index) => item('completed', { ...call, id: `m${index}`, result }))),
    );
    const outputs = tools(events).flatMap((event) => (event.type === 'tool-result' ? [event.output] : []));
    expect(outputs).toEqual(['plain', 'a\nb', '{"found":3}', '', '']);
  });

  it('names an MCP call by its server and tool, as far as they are known', () => {
    const names = [{ server: 'docs', tool: 'find' }, { tool: 'find' }, {}];
    const lines = names.map((fields, index) => item('started', { type: 'mcp_tool_call', id: `m${index}`, ...fields }));
    expect(tools(play(stream(...lines)).events)).toMatchObject([
      { name: 'docs.find' },
      { name: 'find' },
      { name: 'mcp_tool_call' },
    ]);
  });

  it('reports a call once, however often it is updated, and one without an id as it is', () => {
    const run = { type: 'command_execution', command: 'ls', aggregated_output: 'x' };
    const { events } = play(
      stream(
        item('updated', { ...run, id: 'early' }),
        item('started', run),
        item('completed', { ...run, status: 'completed', exit_code: 2 }),
        item('completed', { ...run, id: undefined }),
      ),
    );
    expect(events).toEqual([
      { type: 'tool-call', id: 'item_1', name: 'command_execution', input: { command: 'ls' } },
      { type: 'tool-result', id: 'item_1', name: 'command_execution', output: 'x', isError: true, exitCode: 2 },
      { type: 'raw', data: run },
    ]);
  });

  it('ignores file changes and parts of an MCP result that are not objects', () => {
    const changed = item('completed', { type: 'file_change', changes: [7, null, { kind: 'add' }] });
    const answered = item('completed', { id: 'm', type: 'mcp_tool_call', result: { content: [7, { text: 'a' }] } });
    expect(tools(play(stream(changed, answered)).events)).toMatchObject([{}, { output: 'add' }, {}, { output: 'a' }]);
  });

  it('lists the kinds of file changes once each', () => {
    const changes = ['add', 'update', 'add'].map((kind, index) => ({ path: `${index}`, kind }));
    const { events } = play(stream(item('completed', { type: 'file_change', changes, status: 'completed' })));
    expect(tools(events)[1]).toMatchObject({ output: 'add, update', isError: false });
  });

  it('reports a declined call as an error, even with exit code 0', () => {
    const declined = { type: 'command_execution', command: 'rm', status: 'declined', exit_code: 0 };
    const { events } = play(stream(item('completed', declined)));
    expect(events.map((event) => event.type)).toEqual(['tool-call', 'notice', 'tool-result']);
    expect(events[2]).toMatchObject({ isError: true });
  });

  it('reports unknown lines as they are, and does not report lines that say nothing', () => {
    const unknown = [{ type: 'item.completed' }, { type: 'something.new' }];
    const silent = [
      { type: 'thread.started' },
      { type: 'turn.started' },
      { type: 'error', message: '' },
      item('completed', { type: 'reasoning', text: '' }),
      item('updated', { type: 'reasoning', text: 'Hm' }),
      item('completed', { type: 'agent_message', text: '' }),
      item('updated', { type: 'agent_message', text: 'Hel' }),
    ];
    expect(play(stream(...unknown, ...silent)).events).toEqual(unknown.map((data) => ({ type: 'raw', data })));
  });

  it('has ended when the turn has completed or failed', () => {
    expect(play(stream(thread, message('Done.'))).ended).toBe(false);
    expect(play(stream(thread, completed())).ended).toBe(true);
    expect(play(stream(thread, { type: 'turn.failed' })).ended).toBe(true);
  });

  it('says that an answer is empty if it has only blanks', () => {
    expect(play(stream(thread, message(' \n'), completed())).events.at(-1)).toMatchObject({ kind: 'empty-answer' });
    expect(play(stream(thread, message('Done.'), completed())).events.at(-1)).toMatchObject({ type: 'text' });
  });

  it.each([
    ['unexpected status 403 Forbidden', 'CTX_AGENT_AUTH'],
    ['status: 403', 'CTX_AGENT_AUTH'],
    ['{"status":403}', 'CTX_AGENT_AUTH'],
    ['status 500: no quota', 'CTX_AGENT_FAILED'],
    ['status 4030', 'CTX_AGENT_FAILED'],
    ['apparatus 403', 'CTX_AGENT_FAILED'],
  ])('finds the HTTP status in an error: %s', (words, code) => {
    const failed = play(stream(thread, { type: 'turn.failed', error: { message: words } })).result;
    expect(failed).toMatchObject({ error: { code, message: words } });
    const broken = play(stream(thread, { type: 'error', message: words }));
    expect(broken.result).toMatchObject({ status: 'failed', error: { code } });
  });

  it('gives a reason for a failed turn without a message', () => {
    const { result } = play(stream(thread, { type: 'error', message: 'boom' }, { type: 'turn.failed' }));
    expect(result.error?.message).toBe('boom');
    expect(play(stream(thread, { type: 'turn.failed' })).result.error?.message).toBe(
      'codex reported that the turn failed.',
    );
  });

  it('reports a message as a retry only if it begins like one', () => {
    const kindOf = (words: string) => play(stream({ type: 'error', message: words })).events[0];
    expect(kindOf('retrying 2/5')).toMatchObject({ kind: 'retry' });
    expect(kindOf('gave up retrying')).toMatchObject({ kind: 'warning' });
  });

  it('never throws on malformed known lines', () => {
    const odd = [
      'item.started',
      'item.updated',
      'item.completed',
      'turn.completed',
      'turn.failed',
      'error',
      'thread.started',
    ];
    const kinds = [
      'command_execution',
      'file_change',
      'mcp_tool_call',
      'web_search',
      'agent_message',
      'reasoning',
      'error',
      7,
    ];
    const lines = odd.flatMap((type) => [
      { type },
      ...kinds.map((kind) => ({ type, item: { type: kind, changes: 'x', result: 3 }, usage: 'x', error: [] })),
    ]);
    expect(() => play(stream(...lines))).not.toThrow();
  });
});

describe("Codex's usage", () => {
  const usage = { input_tokens: 100, cached_input_tokens: 60, output_tokens: 20, reasoning_output_tokens: 5 };
  const total = { inputTokens: 100, cachedInputTokens: 60, outputTokens: 20, reasoningTokens: 5 };
  const lines = stream(thread, message('Done.'), completed(usage));

  it('is unknown if no count is known', () => {
    expect(play(stream(thread, completed({}))).result).toEqual({ status: 'completed', text: '', sessionId: 't1' });
  });

  it('of a fresh thread is its total', () => {
    expect(play(lines).result).toMatchObject({ usage: total, totals: { usage: total } });
  });

  it('of a resumed thread is what was added to the earlier total', () => {
    const before = { inputTokens: 40, cachedInputTokens: 10, outputTokens: 8, reasoningTokens: 5 };
    const { result } = play(lines, { resume: { sessionId: 't1', totalsBefore: { usage: before } } });
    expect(result).toMatchObject({
      usage: { inputTokens: 60, cachedInputTokens: 50, outputTokens: 12, reasoningTokens: 0 },
      totals: { usage: total },
    });
  });

  it('of a resumed thread without an earlier total is unknown', () => {
    const { result, events } = play(lines, { resume: { sessionId: 't1' } });
    expect(result).not.toHaveProperty('usage');
    expect(result.totals).toEqual({ usage: total });
    expect(events.filter((event) => event.type === 'usage')).toEqual([]);
  });
});
