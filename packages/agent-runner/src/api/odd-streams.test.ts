import { describe, expect, it } from 'vitest';
import { MEMBERS, play, turn } from './__fixtures__/api-members.ts';
import { openModelServer } from './__fixtures__/open-model-server.ts';
import { type ReplyChunk, says } from './__fixtures__/replies.ts';
import { geminiApi } from './gemini-api.ts';

const server = await openModelServer();

/** A chunk with this delta, sent as it is. */
const delta = (content: Record<string, unknown>, finish_reason: string | null = null): ReplyChunk => ({
  raw: { choices: [{ index: 0, delta: content, finish_reason }] },
});

async function playCalls(...chunks: ReplyChunk[]) {
  server.script({ chunks }, says('Done.'));
  const tool = { name: 'read', execute: ({ path }: { path?: string }) => `content of ${path}` };
  const played = await play(MEMBERS['openaiApi']!(server.baseUrl, { tools: [tool] }), turn('Read.'));
  expect(server.refused).toEqual([]);
  expect(played.result).toMatchObject({ status: 'completed', text: 'Done.' });
  return played.events.flatMap((event) => (event.type === 'tool-call' ? [event.input] : []));
}

describe('openaiApi, with a server that is odd,', () => {
  it('reads content that is a list of parts', async () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'They greet me.' }] },
      { type: 'text', text: 'Hel' },
    ];
    server.script({ chunks: [delta({ content: parts }), delta({ content: ['lo'] }), delta({ content: [] })] });
    const { events, result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'completed', text: 'Hello' });
    expect(events).toContainEqual({ type: 'reasoning', text: 'They greet me.' });
  });

  it('passes a part of an unknown kind on as raw', async () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
    server.script({ chunks: [delta({ content: [image, { type: 'refusal', refusal: 'No.' }] })] });
    const { events, result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(events).toContainEqual({ type: 'raw', data: image });
    expect(result.text).toBe('No.');
  });

  it('runs a legacy function_call', async () => {
    const calls = await playCalls(
      delta({ function_call: { name: 'read', arguments: '{"pa' } }),
      delta({ function_call: { arguments: 'th":"x"}' } }, 'function_call'),
    );
    expect(calls).toEqual([{ path: 'x' }]);
  });

  it('runs a call once that is in the new and in the legacy field', async () => {
    const called = { name: 'read', arguments: '{"path":"x"}' };
    const both = { tool_calls: [{ index: 0, id: 'a', function: called }], function_call: called };
    expect(await playCalls(delta(both, 'tool_calls'))).toEqual([{ path: 'x' }]);
  });

  it('runs a call once that is sent again with the same id, also behind the end of the answer', async () => {
    const call = { id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } };
    const again = delta({ tool_calls: [{ index: 0, ...call }] }, 'tool_calls');
    expect(await playCalls(again, again)).toEqual([{ path: 'x' }]);
    expect(
      await playCalls(
        delta({
          tool_calls: [
            { index: 0, ...call },
            { index: 1, ...call },
          ],
        }),
      ),
    ).toHaveLength(1);
  });

  it('runs a call that comes behind the chunk that finishes the answer', async () => {
    const call = { index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"x"}' } };
    expect(await playCalls(delta({}, 'stop'), delta({ tool_calls: [call] }))).toEqual([{ path: 'x' }]);
  });

  it('reads arguments that are encoded twice, or whole in every piece', async () => {
    const piece = (json: string) =>
      delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: json } }] });
    expect(await playCalls(piece(JSON.stringify('{"path":"x"}')))).toEqual([{ path: 'x' }]);
    expect(await playCalls(piece('{"pa'), piece('{"path":"'), piece('{"path":"x"}'))).toEqual([{ path: 'x' }]);
  });

  it('reads the answer only once from a server that also sends it whole', async () => {
    const whole = (finish_reason: string) => ({ raw: { choices: [{ message: { content: 'Hello' }, finish_reason }] } });
    server.script({ chunks: [whole('stop')] }, { chunks: [delta({ content: 'Hello' }), whole('stop')] });
    const driver = MEMBERS['openaiApi']!(server.baseUrl);
    for (let turns = 0; turns < 2; turns += 1) expect((await play(driver, turn('Hi'))).result.text).toBe('Hello');
  });

  it('reads only the first of several answers', async () => {
    const two = ['Hello', 'Good day'].map((content, index) => ({ index, delta: { content } }));
    server.script({ chunks: [{ raw: { choices: two.toReversed() } }, { raw: { choices: [two[1]] } }] });
    expect((await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'))).result.text).toBe('Hello');
  });

  it('takes usage from a chunk without choices, and does not stumble over null', async () => {
    const empty = delta({ content: null, tool_calls: [null], reasoning: null, refusal: null });
    const noChunk = { raw: null };
    const nothing = [{ raw: { choices: [null] } }, { raw: { choices: [{ delta: null }] } }, { raw: { choices: null } }];
    const usage = { raw: { usage: { prompt_tokens: 3, completion_tokens: null } } };
    server.script({ chunks: [noChunk, empty, ...nothing, delta({ content: [null, 5, 'Hello'] }), usage] });
    const { result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toEqual({ status: 'completed', text: 'Hello', usage: { inputTokens: 3 } });
  });

  it('puts a call together whose every piece has a new id', async () => {
    const piece = (id: string, called: object) => delta({ tool_calls: [{ index: 0, id, function: called }] });
    const calls = await playCalls(
      piece('a', { name: 'read', arguments: '{"pa' }),
      piece('b', { arguments: 'th":"x"}' }),
      piece('c', { name: 'read', arguments: '{"path":"y"}' }),
    );
    expect(calls).toEqual([{ path: 'x' }, { path: 'y' }]);
  });

  it('fails with the server’s words if a chunk is an error', async () => {
    server.script({ chunks: [{ raw: { object: 'error', message: 'Too long.', code: 400 } }] });
    const { result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error!.message).toContain('Too long.');
  });

  it.each([
    [
      'in the choice',
      { choices: [{ delta: {}, error: { code: 429, message: 'Slow down.' }, finish_reason: 'error' }] },
    ],
    ['as a chunk of its own', { code: 'Throttling', message: 'Slow down.', request_id: 'r' }],
    ['as the answer', { choices: [{ delta: { content: 'Throttling: slow down.' }, finish_reason: 'error_finish' }] }],
  ])('understands an error %s', async (_, raw) => {
    server.script({ chunks: [delta({ content: 'Half' }), { raw }] });
    const { result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', text: 'Half', error: { code: 'CTX_AGENT_RATE_LIMIT' } });
    expect(result.error!.message).toMatch(/slow down\./i);
  });

  it('runs no call of a stream that is not finished', async () => {
    const chunks = [delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: '{}' } }] })];
    server.script({ chunks, ending: 'close' });
    const tools = [{ name: 'read', execute: () => expect.unreachable() }];
    expect((await play(MEMBERS['openaiApi']!(server.baseUrl, { tools }), turn('Hi'))).result.status).toBe('failed');
  });

  it('fails if the server breaks off with finish_reason error', async () => {
    server.script({ chunks: [delta({ content: 'Half' }), delta({}, 'error')] });
    const { result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', text: 'Half' });
  });
});

describe('geminiApi, with a service that is odd,', () => {
  it('does not stumble over null', async () => {
    const nothing = [{ candidates: [{ content: { parts: [null] } }] }, { candidates: [{ content: { parts: null } }] }];
    const chunks = [{ candidates: null }, { candidates: [{ content: null }] }, ...nothing].map((raw) => ({ raw }));
    server.script({ chunks: [...chunks, { text: 'Hello' }] });
    const { result } = await play(MEMBERS['geminiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toEqual({ status: 'completed', text: 'Hello' });
  });

  it('shows the text of a part that also holds a call, and reads arguments that are JSON or null', async () => {
    const path = JSON.stringify({ path: 'x' });
    const parts = [
      { text: 'I look.', functionCall: { name: 'read', args: path } },
      { functionCall: { name: 'read', args: null } },
      { functionCall: { name: 'read', args: 'x' } },
    ];
    server.script({ chunks: [{ raw: { candidates: [{ content: { role: 'model', parts } }] } }] }, says('Done.'));
    const tools = [{ name: 'read', execute: () => 1 }];
    const { events, shown } = await play(MEMBERS['geminiApi']!(server.baseUrl, { tools }), turn('Hi'));
    expect(shown).toBe('I look.Done.');
    const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.input] : []));
    expect(calls).toEqual([{ path: 'x' }, {}, {}]);
    const errors = events.flatMap((event) => (event.type === 'tool-result' ? [event.isError] : []));
    expect(errors).toEqual([false, false, true]);
  });

  it('reads only the first of several answers', async () => {
    const answer = (index: number, text: string) => ({ index, content: { role: 'model', parts: [{ text }] } });
    server.script({ chunks: [{ raw: { candidates: [answer(1, 'Good day'), answer(0, 'Hello')] } }] });
    expect((await play(MEMBERS['geminiApi']!(server.baseUrl), turn('Hi'))).result.text).toBe('Hello');
  });

  it('runs a call of a stream that gives no reason for its end', async () => {
    server.script({ chunks: [{ call: { name: 'read' } }, { text: '' }], ending: 'close' }, says('Done.'));
    const tools = [{ name: 'read', execute: () => 1 }];
    const { result } = await play(MEMBERS['geminiApi']!(server.baseUrl, { tools }), turn('Hi'));
    expect(result).toMatchObject({ status: 'completed', text: 'Done.' });
  });

  it('sends the request again after a 503 from a client that passes it on as a chunk, also behind usage', async () => {
    const busy = { error: { code: 503, status: 'UNAVAILABLE', message: 'Overloaded.' } };
    const answers = [
      [busy],
      [{ usageMetadata: { promptTokenCount: 3 } }, busy],
      [{ candidates: [{ content: { parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }] }],
    ];
    async function* chunks() {
      yield* answers.shift()!;
    }
    const client = { models: { generateContentStream: async () => chunks() } };
    const { result } = await play(geminiApi({ client, model: 'gemini-3.8-flash' }), turn('Hi'));
    expect(result).toMatchObject({ status: 'completed', text: 'Hi.' });
  });

  it('knows an error inside the stream by its words, from a client that passes it on', async () => {
    const error = { status: 'RESOURCE_EXHAUSTED', message: 'Slow down.' };
    async function* chunks() {
      yield { error };
    }
    const client = { models: { generateContentStream: async () => chunks() } };
    const { result } = await play(geminiApi({ client, model: 'gemini-3.8-flash' }), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_RATE_LIMIT' } });
  });
});

describe.each(Object.entries(MEMBERS))('%s', (_, create) => {
  it('shows an answer once whose every piece is all text so far, also its thoughts', async () => {
    const soFar = ['Let', 'Let me', 'Let me see.'];
    const chunks = [...soFar.map((thought) => ({ thought })), ...soFar.map((text) => ({ text }))];
    server.script({ chunks });
    const { events, shown, result } = await play(create(server.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'completed', text: 'Let me see.' });
    expect(shown).toBe('Let me see.');
    const thoughts = events.map((event) => (event.type === 'reasoning' ? event.text : ''));
    expect(thoughts.join('')).toBe('Let me see.');
  });

  it('keeps text in front of a call that begins like the piece before it', async () => {
    server.script(
      { chunks: [{ text: 'Look' }, { text: 'Look here.' }, { call: { id: 'a', name: 'read' } }] },
      says('Done.'),
    );
    const { shown } = await play(create(server.baseUrl, { tools: [{ name: 'read', execute: () => 1 }] }), turn('Hi'));
    expect(shown).toBe('Look here.Done.');
    expect(JSON.stringify(server.taken[1])).toContain('Look here.');
  });
});
