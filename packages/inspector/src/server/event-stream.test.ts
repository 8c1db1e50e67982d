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
const words = (events: readonly HeardEvent[]) =>
  recordsIn(events).flatMap((record) => (record.type === 'message' ? [record.message.content] : []));

describe('the feed of a session', () => {
  it('tells all that is in the log, says so, and goes on with what another process would write', async () => {
    const hearing = listen(visitor, 's1', (events) => words(events).includes('Answer of turn-2'));
    await held.say('Two', 'sarah');
    const events = await hearing;
    expect(words(events)).toEqual(['One', 'Answer of turn-1', 'Two', 'Answer of turn-2']);
    expect(recordsIn(events)[0]).toMatchObject({ type: 'session-start', team: 'crew' });
  });

  it('goes on after the record a browser has heard last, and repeats none', async () => {
    const first = await listen(visitor, 's1', isReady);
    const lastId = first.findLast(({ id }) => id !== undefined)!.id!;
    await held.say('Two', 'sarah');
    const isAtRest = (events: readonly HeardEvent[]) =>
      words(events).includes('Answer of turn-2') && recordsIn(events).at(-1).type === 'floor';
    const second = await listen(visitor, 's1', isAtRest, { 'last-event-id': lastId });
    expect(words(second)).toEqual(['Two', 'Answer of turn-2']);
    const all = await listen(visitor, 's1', isAtRest);
    expect([...recordsIn(first), ...recordsIn(second)]).toEqual(recordsIn(all));
  });

  it('tells three tabs the same', async () => {
    const tabs = [1, 2, 3].map(() => listen(visitor, 's1', (events) => words(events).length === 4));
    await held.say('Two', 'sarah');
    const heard = await Promise.all(tabs);
    for (const tab of heard) expect(recordsIn(tab)).toEqual(recordsIn(heard[0]!));
  });

  it('cuts a long message, which can be read piece by piece', async () => {
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

  it('tells what a running turn says, each piece once, and from the beginning to a tab that comes later', async () => {
    const said = (events: readonly HeardEvent[]) =>
      events
        .filter(({ event }) => event === 'live')
        .flatMap(({ data }) => data.pieces.map((piece: { text: string }) => piece.text))
        .join('');
    const first = listen(visitor, 's1', (events) => said(events).endsWith('two'));
    await until(() => live.push !== undefined);
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

  it('queues nothing for a browser that does not read: what has come meanwhile is there when it does', async () => {
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
    await until(() => text.includes('Message 39'));
    for (let count = 0; count < 40; count += 1) expect(text.split(`"Message ${count} `)).toHaveLength(2);
    response.destroy();
  });
});

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 400) throw new Error('it did not become so');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
