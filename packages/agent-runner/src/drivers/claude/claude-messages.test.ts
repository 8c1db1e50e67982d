import { describe, expect, it } from 'vitest';
import { createClaudeMessages } from './claude-messages.ts';

const assistant = (block: object, more: object = {}) => ({ message: { id: 'm1', content: [block] }, ...more });
const user = (block: object, more: object = {}) => ({ message: { content: [block] }, ...more });
const streamed = (event: object, more: object = {}) => ({ event, ...more });
const OF_SUB_AGENT = { parent_tool_use_id: 't1' };

describe('a tool call of Claude Code', () => {
  it.each(['tool_use', 'server_tool_use'])('is read from a block %s', (type) => {
    const { readAssistant } = createClaudeMessages();
    expect(readAssistant(assistant({ type, id: 't1', name: 'Bash', input: { a: 1 } }))).toEqual([
      { type: 'tool-call', id: 't1', name: 'Bash', input: { a: 1 } },
    ]);
    expect(readAssistant(assistant({ type, id: 't2', name: 'Bash' }))).toMatchObject([{ input: {} }]);
  });

  it('without an id or a name is reported as it is', () => {
    const { readAssistant } = createClaudeMessages();
    for (const data of [
      { type: 'tool_use', name: 'Bash' },
      { type: 'tool_use', id: 't1' },
    ]) {
      expect(readAssistant(assistant(data))).toEqual([{ type: 'raw', data }]);
    }
  });
});

describe('a tool result of Claude Code', () => {
  const outputOf = (content: unknown) =>
    createClaudeMessages().readUser(user({ type: 'tool_result', tool_use_id: 't1', content }));

  it.each([
    ['text', 'hi', 'hi'],
    ['parts', [{ type: 'text', text: 'a' }, { type: 'image' }, 7, { text: 'b' }], 'a\n[image]\n[]\nb'],
    ['an object', { found: 3 }, '{"found":3}'],
    ['nothing', undefined, ''],
    ['null', null, ''],
  ])('can be %s', (_kind, content, output) => {
    expect(outputOf(content)).toEqual([{ type: 'tool-result', id: 't1', output, isError: false }]);
  });

  it('is also read from an assistant message, for tools that the service runs itself', () => {
    const { readAssistant } = createClaudeMessages();
    const block = { type: 'web_search_tool_result', tool_use_id: 't1', content: 'found', is_error: true };
    expect(readAssistant(assistant(block))).toEqual([
      { type: 'tool-result', id: 't1', output: 'found', isError: true },
    ]);
  });

  it('needs an id and the type of a result; other blocks are reported as they are', () => {
    const { readAssistant, readUser } = createClaudeMessages();
    for (const data of [{ type: 'tool_result' }, { type: 'tool_result_summary', tool_use_id: 't1' }, { type: 'new' }]) {
      expect(readAssistant(assistant(data))).toEqual([{ type: 'raw', data }]);
      expect(readUser(user(data))).toEqual([]);
    }
    expect(readAssistant({ message: { id: 'm1', content: [7] } })).toEqual([{ type: 'raw', data: undefined }]);
  });
});

describe('a message of the CLI itself', () => {
  it('is a warning, by its model or by its flag, and keeps its text and status', () => {
    for (const [message, more] of [
      [{ model: '<synthetic>' }, {}],
      [{ model: 'opus' }, { is_api_error_message: true }],
    ]) {
      const { readAssistant, answer, cliError } = createClaudeMessages();
      const content = [{ type: 'text', text: 'API ' }, 7, { type: 'text', text: 'Error' }];
      const line = { message: { ...message, id: 'm1', content }, ...more };
      expect(readAssistant({ ...line, api_error_status: 529 })).toEqual([
        { type: 'notice', kind: 'warning', message: 'API Error' },
      ]);
      expect(answer()).toBe('');
      expect(cliError()).toEqual({ status: 529, message: 'API Error' });
      // A later message without a status keeps the earlier status. Without text, it gives no event.
      expect(readAssistant({ ...line, message: { ...message, content: [] } })).toEqual([]);
      expect(cliError()).toEqual({ status: 529, message: '' });
    }
  });

  it('between the messages of the user is a warning, unless it is empty or of a sub-agent', () => {
    const { readUser } = createClaudeMessages();
    const remark = { type: 'text', text: 'Go on.' };
    const warning = { type: 'notice', kind: 'warning', message: 'Go on.' };
    expect(readUser(user(remark, { isSynthetic: true }))).toEqual([warning]);
    expect(readUser(user(remark, { isSynthetic: true, ...OF_SUB_AGENT }))).toEqual([]);
    expect(readUser(user({ type: 'text', text: '' }, { isSynthetic: true }))).toEqual([]);
    expect(readUser(user(remark))).toEqual([]);
  });
});

describe('streamed parts of Claude Code', () => {
  const delta = (fields: object) => streamed({ type: 'content_block_delta', delta: fields });

  it('are text and thinking; empty ones give no event', () => {
    const { readStreamEvent } = createClaudeMessages();
    readStreamEvent(streamed({ type: 'message_start', message: { id: 'm1' } }));
    readStreamEvent(streamed({ type: 'content_block_start', content_block: { type: 'thinking' } }));
    expect(readStreamEvent(delta({ type: 'thinking_delta', thinking: 'Hm' }))).toEqual([
      { type: 'reasoning', text: 'Hm' },
    ]);
    readStreamEvent(streamed({ type: 'content_block_start', content_block: { type: 'text' } }));
    expect(readStreamEvent(delta({ type: 'text_delta', text: 'Hi' }))).toEqual([{ type: 'text-delta', text: 'Hi' }]);
    for (const silent of [
      { type: 'text_delta', text: '' },
      { type: 'thinking_delta', thinking: '' },
      { type: 'new' },
    ]) {
      expect(readStreamEvent(delta(silent))).toEqual([]);
    }
  });

  it('that are incomplete or of a sub-agent give no event', () => {
    const { readStreamEvent } = createClaudeMessages();
    for (const type of ['message_start', 'message_delta', 'content_block_start', 'content_block_delta', 'new']) {
      expect(readStreamEvent(streamed({ type }))).toEqual([]);
    }
    expect(readStreamEvent({})).toEqual([]);
    expect(readStreamEvent({ ...delta({ type: 'text_delta', text: 'Hi' }), ...OF_SUB_AGENT })).toEqual([]);
  });

  it('are not delivered again with the complete blocks they belong to', () => {
    const { readStreamEvent, readAssistant } = createClaudeMessages();
    readStreamEvent(streamed({ type: 'message_start', message: { id: 'm1' } }));
    for (const [type, part] of [
      ['thinking', { type: 'thinking_delta', thinking: 'Hm' }],
      ['text', { type: 'text_delta', text: 'One' }],
      ['text', { type: 'text_delta', text: 'Two' }],
    ]) {
      readStreamEvent(streamed({ type: 'content_block_start', content_block: { type } }));
      readStreamEvent(delta(part as object));
    }
    expect(readAssistant(assistant({ type: 'thinking', thinking: 'Hm.' }))).toEqual([{ type: 'reasoning', text: '.' }]);
    expect(readAssistant(assistant({ type: 'text', text: 'One' }))).toEqual([]);
    expect(readAssistant(assistant({ type: 'text', text: 'Two!' }))).toEqual([{ type: 'text', text: '!' }]);
  });

  it('and complete blocks of a sub-agent are not this agent’s text or thinking', () => {
    const { readAssistant, answer } = createClaudeMessages();
    for (const block of [
      { type: 'text', text: 'Hi' },
      { type: 'thinking', thinking: 'Hm' },
    ]) {
      expect(readAssistant(assistant(block, OF_SUB_AGENT))).toEqual([]);
    }
    expect(answer()).toBe('');
  });

  it('that start again say so', () => {
    const { readStreamEvent } = createClaudeMessages();
    const start = (id: string) => readStreamEvent(streamed({ type: 'message_start', message: { id } }));
    start('m1');
    readStreamEvent(delta({ type: 'text_delta', text: 'Hi' }));
    expect(start('m2')).toEqual([
      { type: 'notice', kind: 'restart', message: 'The answer starts again; ignore the text before.' },
    ]);
  });
});

describe('the tokens in the context', () => {
  const usage = { input_tokens: 10, output_tokens: 2 };

  it('are those of the newest request, from its first or its complete message, not of a sub-agent', () => {
    const { readStreamEvent, readAssistant, contextTokens } = createClaudeMessages();
    readStreamEvent(streamed({ type: 'message_start', message: { id: 'm1', usage } }));
    expect(contextTokens()).toBe(12);
    readAssistant({ message: { id: 'm2', content: [], usage: { ...usage, input_tokens: 20 } } });
    expect(contextTokens()).toBe(22);
    readAssistant({ message: { id: 'm3', content: [], usage: { ...usage, input_tokens: 90 } }, ...OF_SUB_AGENT });
    expect(contextTokens()).toBe(22);
  });
});
