import { pause } from './pause.ts';

/** What a listener needs of a connection of its own. */
export interface ListeningClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  on(event: 'notification', called: (message: { channel: string; payload?: string | undefined }) => void): unknown;
  on(event: 'error' | 'end', called: () => void): unknown;
  end(): Promise<void>;
}

const RECONNECT_MS = 500;

/**
 * Listens on one connection for everybody in this process. It connects when somebody first listens, and again whenever the
 * connection is gone. Everybody is woken then: nobody knows what was said meanwhile.
 */
export function createListener(newClient: () => ListeningClient) {
  const topics = new Map<string, Map<string, Set<() => void>>>();
  const stop = new AbortController();
  let client: ListeningClient | undefined;
  let listening: Promise<void> | undefined;

  function wakeAll(): void {
    for (const channel of topics.values()) for (const all of channel.values()) for (const wake of all) wake();
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
        // Not there yet; those who wait look by themselves meanwhile.
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
      const all = known.get(topic) ?? new Set();
      all.add(wake);
      known.set(topic, all);
      listening ??= connect();
      return () => {
        all.delete(wake);
        if (all.size === 0 && known.get(topic) === all) known.delete(topic);
      };
    },
    async close(): Promise<void> {
      stop.abort();
      await listening;
    },
  };
}
