import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionCatalog, SessionStore, StoredRecord } from '@ctx/contract';
import type { LiveNews, LivePiece } from '@ctx/team';

/** Yields the output of running turns: `followLive` of `@ctx/team` for sessions on this machine. */
export type LiveSource = (sessionId: string, signal: AbortSignal) => AsyncIterable<LiveNews>;

/** A session's log, read once and then followed, for all browsers that show it. */
export interface WatchedSession {
  /** Oldest first, `seq` without gaps unless the log is damaged. */
  readonly records: readonly StoredRecord[];
  /** The output so far of each running turn. */
  readonly live: ReadonlyMap<string, readonly LivePiece[]>;
  /** True once `records` has everything that was in the log when it was opened. */
  readonly isCaughtUp: boolean;
  /** Whether a conversation is writing the log. `undefined` if the store cannot tell. */
  readonly isWritten: boolean | undefined;
  readonly notes: readonly string[];
  readonly damage: readonly string[];
  /** Why the log is no longer followed. */
  readonly failure?: Error | undefined;
  /** Calls `listener` at every change. Returns a function that stops this. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** How often a store without `follow` is read. */
const POLL_MS = 1_000;
/** How often it is asked whether a conversation still writes the log. */
const WRITER_POLL_MS = 2_000;

/**
 * Opens a session and watches it.
 * @throws CtxError `CTX_STORE_FAILED` if there is no such session.
 */
export async function watchSession(
  catalog: SessionCatalog,
  sessionId: string,
  liveSource?: LiveSource,
): Promise<WatchedSession> {
  const store = await catalog.open(sessionId);
  const stop = new AbortController();
  const records: StoredRecord[] = [];
  const live = new Map<string, LivePiece[]>();
  const listeners = new Set<() => void>();
  let isCaughtUp = false;
  let isWritten: boolean | undefined;
  let failure: Error | undefined;
  const changed = () => {
    for (const listener of listeners) listener();
  };

  async function watchLog(): Promise<void> {
    for await (const stored of store.read()) records.push(stored);
    isWritten = await store.isWritten?.();
    isCaughtUp = true;
    changed();
    if (store.damage !== undefined) return;
    for await (const stored of follow(store, (records.at(-1)?.seq ?? 0) + 1, stop.signal)) {
      records.push(stored);
      if (stored.record.type === 'turn-end') live.delete(stored.record.turn);
      changed();
    }
  }

  async function watchLive(source: LiveSource): Promise<void> {
    for await (const { turn, isFromStart, pieces, gone } of source(sessionId, stop.signal)) {
      if (gone === true) live.delete(turn);
      else if (isFromStart || !live.has(turn)) live.set(turn, [...pieces]);
      else for (const piece of pieces) live.get(turn)!.push(piece);
      changed();
    }
  }

  async function watchWriter(): Promise<void> {
    while (store.isWritten !== undefined && !stop.signal.aborted) {
      await sleep(WRITER_POLL_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
      const before = isWritten;
      isWritten = await store.isWritten();
      if (isWritten !== before) changed();
    }
  }

  const failed = (error: unknown) => {
    if (stop.signal.aborted) return;
    failure = error instanceof Error ? error : new Error(String(error));
    changed();
  };
  const watching = [
    watchLog().catch(failed),
    watchWriter().catch(() => {}),
    liveSource === undefined ? undefined : watchLive(liveSource).catch(() => {}),
  ];
  return {
    records,
    live,
    get isCaughtUp() {
      return isCaughtUp;
    },
    get isWritten() {
      return isWritten;
    },
    get notes() {
      return store.notes ?? [];
    },
    get damage() {
      return store.damage ?? [];
    },
    get failure() {
      return failure;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stop.abort();
      await store.close();
      await Promise.all(watching);
    },
  };
}

function follow(store: SessionStore, fromSeq: number, signal: AbortSignal): AsyncIterable<StoredRecord> {
  return store.follow?.(fromSeq, signal) ?? poll(store, fromSeq, signal);
}

async function* poll(store: SessionStore, fromSeq: number, signal: AbortSignal): AsyncGenerator<StoredRecord, void> {
  let next = fromSeq;
  while (!signal.aborted) {
    for await (const stored of store.read(next)) {
      next = stored.seq + 1;
      yield stored;
    }
    // Rejects when the signal is aborted, which the loop notices.
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}
