import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../conversation-event.ts';
import { createEventHub } from './event-hub.ts';

const notice = (text: string): ConversationEvent => ({ type: 'notice', kind: 'empty-answer', text });

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

describe('the event hub', () => {
  it('does not wait if there is no reader', () => {
    const hub = createEventHub(1);
    for (let n = 0; n < 1000; n++) expect(hub.publish(notice('x'))).toBeUndefined();
  });

  it('gives every reader every event from its subscription on, in order', async () => {
    const hub = createEventHub();
    const first = hub.subscribe();
    hub.publish(notice('a'));
    const second = hub.subscribe();
    hub.publish(notice('b'));
    hub.end();
    const texts = async (reader: AsyncIterable<ConversationEvent>) => {
      const all: string[] = [];
      for await (const event of reader) if (event.type === 'notice') all.push(event.text);
      return all;
    };
    expect(await texts(first)).toEqual(['a', 'b']);
    expect(await texts(second)).toEqual(['b']);
  });

  it('waits for a reader whose buffer is full, until it has read', async () => {
    const hub = createEventHub(2);
    const reader = hub.subscribe();
    expect(hub.publish(notice('a'))).toBeUndefined();
    let published = false;
    const waiting = hub.publish(notice('b'))!.then(() => {
      published = true;
    });
    await nextTask();
    expect(published).toBe(false);
    await reader.next();
    await waiting;
    expect(published).toBe(true);
  });

  it('does not wait for a reader that has left', async () => {
    const hub = createEventHub(1);
    const reader = hub.subscribe();
    const waiting = hub.publish(notice('a'))!;
    await reader.return!();
    await waiting;
    expect(hub.publish(notice('b'))).toBeUndefined();
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it('unsubscribes a reader that leaves its loop', async () => {
    const hub = createEventHub(1);
    const reader = hub.subscribe();
    hub.publish(notice('a'));
    for await (const event of reader) {
      expect(event.type).toBe('notice');
      break;
    }
    expect(hub.publish(notice('b'))).toBeUndefined();
  });

  it('does not wait for readers after stopWaiting, and still delivers events', async () => {
    const hub = createEventHub(1);
    const reader = hub.subscribe();
    const waiting = hub.publish(notice('a'));
    hub.stopWaiting();
    await waiting;
    expect(hub.publish(notice('b'))).toBeUndefined();
    hub.end();
    expect((await reader.next()).value).toEqual(notice('a'));
    expect((await reader.next()).value).toEqual(notice('b'));
    expect((await reader.next()).done).toBe(true);
  });

  it('wakes a waiting reader when the conversation ends', async () => {
    const hub = createEventHub();
    const reader = hub.subscribe();
    const next = reader.next();
    hub.end();
    expect((await next).done).toBe(true);
  });
});
