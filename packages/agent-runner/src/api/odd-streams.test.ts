import { describe, expect, it } from 'vitest';
import { MEMBERS, play, turn } from './__fixtures__/api-members.ts';
import { openModelServer } from './__fixtures__/open-model-server.ts';
import { type ReplyChunk, says } from './__fixtures__/replies.ts';

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

  it('fails if the server breaks off with finish_reason error', async () => {
    server.script({ chunks: [delta({ content: 'Half' }), delta({}, 'error')] });
    const { result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', text: 'Half' });
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
