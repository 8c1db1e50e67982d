import { describe, expect, it } from 'vitest';
import { MEMBERS, type MemberOptions, play, turn } from './__fixtures__/api-members.ts';
import { openModelServer } from './__fixtures__/open-model-server.ts';
import { says } from './__fixtures__/replies.ts';

const server = await openModelServer();

const TOOL = {
  name: 'read',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  execute: ({ path }: { path: string }) => `content of ${path}`,
};
const CALL = '```json\n{"tool_call":{"name":"read","arguments":{"path":"a{1}"}}}\n```';
/** One letter per delta: the hardest way to stream. */
const letters = (text: string) => says(...text);

describe.each(Object.entries(MEMBERS))('%s with text tools', (_name, create) => {
  const member = (options: MemberOptions = {}) =>
    create(server.baseUrl, { tools: [TOOL], textTools: true, model: 'qwen3', ...options });

  it('finds calls in the text, runs them, and sends results as text', async () => {
    server.script(letters(`Let me look.\n\n${CALL}\n`), letters('It is `a`.'));
    const { events, result, shown } = await play(member(), turn('Read a.'));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'tool-call', name: 'read', input: { path: 'a{1}' } }),
    );
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-result', output: 'content of a{1}' }));
    expect(result).toEqual({ status: 'completed', text: 'It is `a`.' });
    expect(shown).toBe('Let me look.It is `a`.');
    expect(server.refused).toEqual([]);
    const second = JSON.stringify(server.taken[1]);
    expect(second).toContain('Result of tool read');
    expect(second).toContain('tool_call');
    expect(second).not.toContain('functionCall');
    expect(second).not.toContain('tool_calls');
    expect(JSON.stringify(server.taken[0])).toContain('Tool: read');
    expect(server.taken[0]).not.toHaveProperty('tools');
  });

  it('streams text immediately and holds back only what may be a call', async () => {
    server.script(letters('One ``two`` three {four} five ```js\nsix()\n```'));
    const { events, result, shown } = await play(member(), turn('Go.'));
    expect(events.filter((event) => event.type === 'text-delta').length).toBeGreaterThan(5);
    expect(shown).toBe('One ``two`` three {four} five ```js\nsix()\n```');
    expect(result.text).toBe(shown);
  });

  it('leaves an incomplete call in the text, with a warning', async () => {
    const half = 'I try {"tool_call":{"name":"read"';
    server.script(letters(half));
    const { events, result } = await play(member(), turn('Go.'));
    expect(result).toEqual({ status: 'completed', text: half });
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'warning' }));
  });

  it('filters thinking out of the stream, and ignores calls in it', async () => {
    server.script(letters(`<think>I could ${CALL}</think>\n\nHello <b>you</b>.\n`));
    const { events, result, shown } = await play(member(), turn('Hi'));
    expect(shown).toBe('Hello <b>you</b>.');
    expect(result.text).toBe(shown);
    expect(events.some((event) => event.type === 'tool-call')).toBe(false);
  });

  it('gives a restart notice when the text so far turns out to be thinking', async () => {
    server.script(letters('Hm, what is it</think>Hello.'));
    const { events, result } = await play(member(), turn('Hi'));
    expect(result.text).toBe('Hello.');
    const restart = events.findIndex((event) => event.type === 'notice' && event.kind === 'restart');
    const after = events.slice(restart).map((event) => (event.type === 'text-delta' ? event.text : ''));
    expect(after.join('')).toBe('Hello.');
  });

  it('filters thinking without a closing tag, and does not send it back', async () => {
    const native = { textTools: false };
    server.script(
      { chunks: [...letters('<think>secret</think>I look.').chunks, { call: { name: 'read', args: { path: 'a' } } }] },
      letters('<think>was it'),
    );
    const { result } = await play(member(native), turn('Hi'));
    expect(result).toMatchObject({ status: 'completed', text: '' });
    expect(JSON.stringify(server.taken[1])).toContain('I look.');
    expect(JSON.stringify(server.taken[1])).not.toContain('secret');
  });

  it('asks the model not to think when think is false', async () => {
    await play(member({ think: false, noThinkTag: '/no_think' }), turn('Hi'));
    expect(JSON.stringify(server.taken[0])).toContain('/no_think\\n\\nHi');
  });
});
