import { describe, expect, it } from 'vitest';
import { MEMBERS, type MemberOptions, play, turn } from './__fixtures__/api-members.ts';
import { openModelServer } from './__fixtures__/open-model-server.ts';
import { says } from './__fixtures__/replies.ts';

const server = await openModelServer();

const TOOL = {
  name: 'read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  execute: ({ path }: { path: string }) => ({ text: `content of ${path}` }),
};

/** The request that was sent, in either form. */
const sent = (index: number) => JSON.stringify(server.taken[index]);

describe.each(Object.entries(MEMBERS))('%s', (name, create) => {
  const member = (options: MemberOptions = {}) => create(server.baseUrl, options);

  it('sends the prompt as one user message and the system text as the system instruction', async () => {
    server.script(says('Hi.'));
    await play(member(), turn('Hello,\n[whole] conversation', { systemFlag: 'Be kind.' }));
    const [body] = server.taken;
    if (name === 'geminiApi') {
      expect(body!.contents).toEqual([{ role: 'user', parts: [{ text: 'Hello,\n[whole] conversation' }] }]);
      expect(body!.systemInstruction!.parts).toEqual([{ text: 'Be kind.' }]);
    } else {
      expect(body!.messages).toEqual([
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hello,\n[whole] conversation' },
      ]);
    }
  });

  it('accepts a prompt in chunks that are split anywhere, and sends a large prompt completely', async () => {
    const prompt = `Grüße 🙂 ${'x'.repeat(800_000)}`;
    const bytes = Buffer.from(prompt);
    await play(member(), turn([bytes.subarray(0, 3), bytes.subarray(3, 9), bytes.subarray(9)]));
    expect(sent(0)).toContain(prompt);
  });

  it('streams text once, and reports usage and result', async () => {
    const usage = { input: 10, cached: 4, output: 6, reasoning: 2 };
    server.script({ ...says('Hel', 'lo 🙂', ' there.'), usage });
    const { events, result, shown } = await play(member(), turn('Hi'));
    const output = name === 'geminiApi' ? 8 : 6;
    const expected = { inputTokens: 10, cachedInputTokens: 4, outputTokens: output, reasoningTokens: 2 };
    expect(shown).toBe('Hello 🙂 there.');
    expect(events.filter((event) => event.type === 'text-delta').length).toBeGreaterThan(1);
    expect(result).toEqual({ status: 'completed', text: shown, usage: expected });
    expect(events.filter((event) => event.type === 'usage')).toEqual([{ type: 'usage', usage: expected }]);
  });

  it('leaves out token counts that were not reported', async () => {
    server.script(says('Hi.'));
    expect((await play(member(), turn('Hi'))).result).toEqual({ status: 'completed', text: 'Hi.' });
  });

  it('reports thoughts as reasoning, never as the answer', async () => {
    server.script(
      {
        chunks: [{ thought: 'They want a file.' }, { call: { name: 'read', args: { path: 'a' }, signature: 'c2ln' } }],
      },
      says('Done.'),
    );
    const { events, result } = await play(member({ tools: [TOOL] }), turn('Read a.'));
    expect(events).toContainEqual({ type: 'reasoning', text: 'They want a file.' });
    expect(result.text).toBe('Done.');
    if (name === 'geminiApi') expect(sent(1)).not.toContain('They want a file.');
    else expect(sent(1)).toContain('"reasoning_content":"They want a file."');
  });

  it('runs tools, also several calls of one tool at once, and sends back results, ids and signatures', async () => {
    server.script(
      {
        chunks: [
          { text: 'I read both.' },
          { call: { id: 'one', name: 'read', args: { path: 'a' }, signature: 'c2ln' } },
          { call: { id: 'two', name: 'read', args: { path: 'b' } } },
        ],
        usage: { input: 5, output: 3 },
      },
      { ...says('Same.'), usage: { input: 9, output: 1 } },
    );
    const { events, result } = await play(member({ tools: [TOOL] }), turn('Compare.'));
    expect(result).toMatchObject({ status: 'completed', text: 'Same.', usage: { inputTokens: 14, outputTokens: 4 } });
    const calls = events.filter((event) => event.type === 'tool-call');
    const results = events.filter((event) => event.type === 'tool-result');
    expect(calls.map((call) => call.input)).toEqual([{ path: 'a' }, { path: 'b' }]);
    expect(results.map((item) => [item.id, item.output, item.isError])).toEqual([
      ['one', '{"text":"content of a"}', false],
      ['two', '{"text":"content of b"}', false],
    ]);
    expect(calls.map((call) => call.id)).toEqual(['one', 'two']);
    expect(server.refused).toEqual([]);
    expect(sent(1)).toContain('content of b');
    if (name === 'geminiApi') expect(sent(1)).toContain('"thoughtSignature":"c2ln"');
  });

  it('matches calls without ids to their results', async () => {
    const call = (path: string) => ({ call: { id: '', name: 'read', args: { path } } });
    server.script({ chunks: [call('a'), call('b')] }, { chunks: [call('c')] }, says('Done.'));
    const { events, result } = await play(member({ tools: [TOOL] }), turn('Compare.'));
    expect(result.status).toBe('completed');
    const ids = events.flatMap((event) => (event.type === 'tool-call' ? [event.id] : []));
    expect(new Set(ids).size).toBe(3);
    expect(server.refused).toEqual([]);
  });

  it('returns errors to the model: a tool that throws, invalid arguments, an unknown tool', async () => {
    const failing = { name: 'fail', execute: () => Promise.reject(new Error('disk on fire')) };
    server.script(
      {
        chunks: [
          { call: { name: 'fail' } },
          { call: { name: 'read', args: { file: 'a' } } },
          { call: { name: 'ghost', args: {} } },
        ],
      },
      says('Sorry.'),
    );
    const { events, result } = await play(member({ tools: [TOOL, failing] }), turn('Go.'));
    const outputs = events.flatMap((event) => (event.type === 'tool-result' ? [[event.isError, event.output]] : []));
    expect(outputs).toEqual([
      [true, 'disk on fire'],
      [true, 'The call of read was not run: arguments.path is required.'],
      [true, 'There is no tool "ghost". Tools: read, fail.'],
    ]);
    expect(result.text).toBe('Sorry.');
    expect(sent(1)).toContain('disk on fire');
    expect(sent(1)).toContain('arguments.path is required');
  });

  it('corrects parameter names before it validates the arguments', async () => {
    server.script({ chunks: [{ call: { name: 'read', args: { file: 'a' } } }] }, says('Done.'));
    const options = { tools: [TOOL], mapArguments: { read: { file: 'path' } } };
    const { events } = await play(member(options), turn('Go.'));
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-result', output: '{"text":"content of a"}' }));
  });

  it('fails after maxSteps requests', async () => {
    const again = { chunks: [{ text: 'Again.' }, { call: { name: 'read', args: { path: 'a' } } }] };
    server.script(again, again, again);
    const { events, result } = await play(member({ tools: [TOOL], maxSteps: 3 }), turn('Go.'));
    expect(result).toMatchObject({ status: 'failed', text: 'Again.', error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error!.message).toContain('maxSteps');
    expect(server.taken).toHaveLength(3);
    expect(events.filter((event) => event.type === 'tool-call')).toHaveLength(2);
  });

  it('passes the permissions of the turn to the tools', async () => {
    let seen: unknown;
    const curious = {
      name: 'look',
      execute: (_: unknown, context: object) => {
        seen = context;
      },
    };
    server.script({ chunks: [{ call: { name: 'look' } }] }, says('Done.'));
    await play(member({ tools: [curious] }), turn('Go.', { permissions: 'edit' }));
    expect(seen).toMatchObject({ permissions: 'edit', signal: expect.any(AbortSignal) });
  });

  it('uses the model that a turn names instead of its own', async () => {
    server.script(says('Hi.'));
    await play(member({ model: 'first' }), turn('Hi', { model: 'qwen3' }));
    if (name === 'openaiApi') expect(server.taken[0]!.model).toBe('qwen3');
    else expect(server.taken).toHaveLength(1);
  });

  it('passes on other settings, which cannot replace its own', async () => {
    await play(
      member({ settings: { temperature: 0.5, messages: [], systemInstruction: 'x', stream: false } }),
      turn('Hi'),
    );
    expect(sent(0)).toContain('"temperature":0.5');
    expect(sent(0)).toContain('Hi');
  });

  it('completes an empty answer with a notice, and a cut-off answer with a warning', async () => {
    server.script({ chunks: [] }, says('\u200b', '\ufeff'), {
      ...says('Once upon'),
      finish: name === 'geminiApi' ? 'MAX_TOKENS' : 'length',
    });
    const empty = await play(member(), turn('Hi'));
    expect(empty.result).toMatchObject({ status: 'completed', text: '' });
    expect(empty.events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'empty-answer' }));
    const invisible = await play(member(), turn('Hi'));
    expect(invisible.events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'empty-answer' }));
    const cut = await play(member(), turn('Hi'));
    expect(cut.result).toMatchObject({ status: 'completed', text: 'Once upon' });
    expect(cut.events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'warning' }));
  });

  it('reports unknown chunks as raw events', async () => {
    server.script({ chunks: [{ raw: { surprise: true } }, { text: 'Hi.' }] });
    const { events, result } = await play(member(), turn('Hi'));
    expect(events.some((event) => event.type === 'raw')).toBe(true);
    expect(result.text).toBe('Hi.');
  });

  it('refuses invalid tool names and step limits', () => {
    expect(() => member({ tools: [{ ...TOOL, name: 'a.b' }] })).toThrow(TypeError);
    expect(() => member({ maxSteps: 0 })).toThrow(RangeError);
  });

  it('runs many turns at once that share nothing', async () => {
    const driver = member();
    server.script(...Array.from({ length: 16 }, (_, index) => says(`answer ${index}`)));
    const turns = await Promise.all(Array.from({ length: 16 }, (_, index) => play(driver, turn(`question ${index}`))));
    expect(new Set(turns.map(({ result }) => result.text)).size).toBe(16);
    expect(turns.every(({ result, shown }) => result.text === shown)).toBe(true);
  });
});
