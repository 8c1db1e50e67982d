import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createListener, type ListeningClient } from './listener.ts';

/** A connection without a server. It records its statements, and breaks when a test emits an error. */
class FakeClient extends EventEmitter {
  readonly asked: string[] = [];
  async connect() {}
  async query(text: string) {
    this.asked.push(text);
  }
  async end() {
    this.emit('end');
  }
}

function createFakeListener() {
  const clients: FakeClient[] = [];
  const listener = createListener(() => {
    const client = new FakeClient();
    clients.push(client);
    return client as unknown as ListeningClient;
  });
  return { listener, clients };
}

describe('a listener', () => {
  it('wakes the listeners of a topic over one connection, and no longer once they have left', async () => {
    const { listener, clients } = createFakeListener();
    const woken: string[] = [];
    const leave = listener.onWake('ctx_told', 'a', () => woken.push('a'));
    listener.onWake('ctx_told', 'b', () => woken.push('b'));
    await expect.poll(() => clients[0]?.asked).toEqual(['listen ctx_told']);
    woken.length = 0;
    clients[0]!.emit('notification', { channel: 'ctx_told', payload: 'a' });
    clients[0]!.emit('notification', { channel: 'ctx_other', payload: 'b' });
    leave();
    clients[0]!.emit('notification', { channel: 'ctx_told', payload: 'a' });
    expect(woken).toEqual(['a']);
    await listener.close();
    expect(clients).toHaveLength(1);
  });

  it('reconnects when the connection breaks, and then wakes every listener', async () => {
    const { listener, clients } = createFakeListener();
    let woken = 0;
    listener.onWake('ctx_told', 'a', () => woken++);
    await expect.poll(() => woken).toBe(1);
    clients[0]!.emit('error', new Error('gone'));
    await expect.poll(() => clients.length).toBe(2);
    await expect.poll(() => woken).toBe(2);
    await listener.close();
  });

  it('refuses a channel that is not a plain name', async () => {
    const { listener } = createFakeListener();
    expect(() => listener.onWake('a; drop table x', 'a', () => {})).toThrow(TypeError);
    await listener.close();
  });
});
