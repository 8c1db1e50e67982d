import { pause } from './pause.ts';

/** The part of `pg.Client` that a listener uses. */
export interface ListeningClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  on(event: 'notification', called: (message: { channel: string; payload?: string | undefined }) => void): unknown;
  on(event: 'error' | 'end', called: () => void): unknown;
  end(): Promise<void>;
}

const RECONNECT_MS = 500;

/**
 * Listens for notifications on one connection for the whole process. It connects for the first listener, and again whenever
 * the connection breaks. After a reconnect it wakes every listener, since notifications in between are lost.
 */
export function createListener(newClient: () => ListeningClient) {
  const topics = new Map<string, Map<string, Set<() => void>>>();
  const stop = new AbortController();
  let client: ListeningClient | undefined;
  let listening: Promise<void> | undefined;

  function wakeAll(): void {
    const allWakes = [...topics.values()].flatMap((channel) => [...channel.values()]);
    for (const wakes of allWakes) for (const wake of wakes) wake();
  }

  async function connect(): Promise<void> {
    while (!stop.signal.aborted) {
      const made = newClient();
      const gone = new Promise<void>((resolve) => {
        made.on('error', resolve);
        made.on('end', resolve);
      });
      made.on('notification', ({ channel, payload = '' }) => {
        for (const wake of topics.get(channel)?.get(payload) ?? []) wake();
      });
      try {
        await made.connect();
        for (const channel of topics.keys()) await made.query(`listen ${channel}`);
        client = made;
        wakeAll();
        await Promise.race([gone, pause(2 ** 31 - 1, stop.signal)]);
      } catch {
        // The server is not there yet. Until it is, the listeners poll.
      }
      client = undefined;
      made.end().catch(() => {});
      await pause(RECONNECT_MS, stop.signal);
    }
  }

  return {
    onWake(channel: string, topic: string, wake: () => void): () => void {
      if (!/^[a-z_]+$/.test(channel)) throw new TypeError(`"${channel}" is not a channel`);
      let known = topics.get(channel);
      if (known === undefined) {
        known = new Map();
        topics.set(channel, known);
        client?.query(`listen ${channel}`).catch(() => {});
      }
      const wakes = known.get(topic) ?? new Set();
      wakes.add(wake);
      known.set(topic, wakes);
      listening ??= connect();
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && known.get(topic) === wakes) known.delete(topic);
      };
    },
    async close(): Promise<void> {
      stop.abort();
      await listening;
    },
  };
}
