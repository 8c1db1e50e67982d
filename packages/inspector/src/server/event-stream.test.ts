import { once } from 'node:events';
import { request } from 'node:http';
import type { LiveNews } from '@ctx/team';
import { createFileCatalog } from '@ctx/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HeardEvent, listen, type Visit, visit } from '../__fixtures__/browser-like.ts';
import { type HeldConversation, holdConversation } from '../__fixtures__/held-conversation.ts';

let held: HeldConversation;
let visitor: Visit;
let live: { push?: (news: LiveNews) => void } = {};

async function* liveNews(_session: string, signal: AbortSignal): AsyncGenerator<LiveNews> {
  while (!signal.aborted) {
    const news = await new Promise<LiveNews | undefined>((resolve) => {
      live.push = resolve;
      signal.addEventListener('abort', () => resolve(undefined));
    });
    if (news !== undefined) yield news;
  }
}

beforeEach(async () => {
  live = {};
  held = await holdConversation({ sarah: ({ id }) => `Answer of ${id}`, max: () => 'x'.repeat(50_000) });
  await held.say('One', 'sarah');
  visitor = await visit(createFileCatalog({ directory: held.directory }), { live: liveNews });
});
afterEach(async () => {
  await visitor.inspector.close();
  await held.conversation.close();
});

const isReady = (events: readonly HeardEvent[]) => events.some(({ event }) => event === 'ready');
const recordsIn = (events: readonly HeardEvent[]) =>
  events.filter(({ event }) => event === 'records').flatMap(({ data }) => data);
const contents = (events: readonly HeardEvent[]) =>
  recordsIn(events).flatMap((record) => (record.type === 'message' ? [record.message.content] : []));

describe('the feed of a session', () => {
  it('sends the whole log and then each new record', async () => {
    const hearing = listen(visitor, 's1', (events) => contents(events).includes('Answer of turn-2'));
    await held.say('Two', 'sarah');
    const events = await hearing;
    expect(contents(events)).toEqual(['One', 'Answer of turn-1', 'Two', 'Answer of turn-2']);
    expect(recordsIn(events)[0]).toMatchObject({ type: 'session-start', team: 'crew' });
  });

  it('says whether a conversation is writing the log, and when that ends', async () => {
    const readyOnes = (events: readonly HeardEvent[]) => events.filter(({ event }) => event === 'ready');
    const hearing = listen(visitor, 's1', (events) => readyOnes(events).length === 2);
    await listen(visitor, 's1', isReady);
    await held.conversation.close();
    expect(readyOnes(await hearing).map(({ data }) => data.isWritten)).toEqual([true, false]);
  });

  it('continues after the last record a browser has received, without repeating any', async () => {
    const first = await listen(visitor, 's1', isReady);
    const lastId = first.findLast(({ id }) => id !== undefined)!.id!;
    await held.say('Two', 'sarah');
    const isAtRest = (events: readonly HeardEvent[]) =>
      contents(events).includes('Answer of turn-2') && recordsIn(events).at(-1).type === 'floor';
    const second = await listen(visitor, 's1', isAtRest, { 'last-event-id': lastId });
    expect(contents(second)).toEqual(['Two', 'Answer of turn-2']);
    const all = await listen(visitor, 's1', isAtRest);
    expect([...recordsIn(first), ...recordsIn(second)]).toEqual(recordsIn(all));
  });

  it('sends the same records to three tabs', async () => {
    const tabs = [1, 2, 3].map(() => listen(visitor, 's1', (events) => contents(events).length === 4));
    await held.say('Two', 'sarah');
    const heard = await Promise.all(tabs);
    for (const tab of heard) expect(recordsIn(tab)).toEqual(recordsIn(heard[0]!));
  });

  it('cuts a long message, whose rest can be fetched', async () => {
    await held.say('Long', 'max');
    const events = await listen(visitor, 's1', isReady);
    const message = recordsIn(events).findLast((record) => record.type === 'message').message;
    expect([message.content.length, message.length]).toEqual([6_000, 50_000]);
    const rest = await visitor.data<{ text: string; from: number; length: number }>(
      `/api/sessions/s1/messages/${message.id}?from=6000`,
    );
    expect([rest.text.length, rest.from, rest.length]).toEqual([44_000, 6_000, 50_000]);
    expect((await visitor.get(`/api/sessions/s1/messages/${message.id}?from=-1`)).status).toBe(404);
  });

  it('sends each piece of a running turn once, and all pieces to a tab that opens later', async () => {
    const said = (events: readonly HeardEvent[]) =>
      events
        .filter(({ event }) => event === 'live')
        .flatMap(({ data }) => data.pieces.map((piece: { text: string }) => piece.text))
        .join('');
    const first = listen(visitor, 's1', (events) => said(events).endsWith('two'));
    await expect.poll(() => live.push).toBeDefined();
    const tell = (text: string, isFromStart = false) =>
      live.push!({ turn: 'turn-2', isFromStart, pieces: [{ type: 'text', text }] });
    tell('one ', true);
    const heard = await listen(visitor, 's1', (events) => said(events) === 'one ');
    expect(heard.at(-1)!.data).toEqual({ turn: 'turn-2', from: 0, pieces: [{ type: 'text', text: 'one ' }] });
    tell('two');
    expect(said(await first)).toBe('one two');
    const later = listen(visitor, 's1', (events) => said(events).endsWith('again'));
    tell('again', true);
    expect(said(await later)).toMatch(/^(one two)?again$/);
  });

  it('sends a browser that did not read for a while every message once', async () => {
    const sent = request({
      host: '127.0.0.1',
      port: visitor.inspector.port,
      path: '/api/sessions/s1/events',
      headers: { cookie: visitor.cookie },
    });
    sent.end();
    const [response] = await once(sent, 'response');
    response.pause();
    for (let count = 0; count < 40; count += 1) await held.say(`Message ${count} ${'y'.repeat(5_000)}`, 'max');
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
    });
    response.resume();
    await expect.poll(() => text.includes('Message 39')).toBe(true);
    for (let count = 0; count < 40; count += 1) expect(text.split(`"Message ${count} `)).toHaveLength(2);
    response.destroy();
  });
});
