import type { SessionCatalog } from '@ctx/contract';
import { type LiveSource, type WatchedSession, watchSession } from './watched-session.ts';

/** The sessions that somebody looks at, each watched once. */
export interface SessionShelf {
  /**
   * Lends a session for as long as `use` takes.
   * @throws CtxError `CTX_STORE_FAILED` when there is no such session.
   */
  borrow<Result>(sessionId: string, use: (session: WatchedSession) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A session nobody looks at is kept that long: a page that is loaded again finds it ready. */
const KEEP_MS = 30_000;

interface Lent {
  readonly session: Promise<WatchedSession>;
  readers: number;
  timer?: NodeJS.Timeout | undefined;
}

/** A shelf over a catalog. */
export function createSessionShelf(catalog: SessionCatalog, live?: LiveSource): SessionShelf {
  const shelf = new Map<string, Lent>();

  async function putAway(sessionId: string, lent: Lent): Promise<void> {
    clearTimeout(lent.timer);
    if (shelf.get(sessionId) === lent) shelf.delete(sessionId);
    await lent.session.then((session) => session.close()).catch(() => {});
  }

  return {
    async borrow(sessionId, use) {
      const lent = shelf.get(sessionId) ?? { session: watchSession(catalog, sessionId, live), readers: 0 };
      shelf.set(sessionId, lent);
      clearTimeout(lent.timer);
      lent.readers += 1;
      try {
        return await use(await lent.session);
      } finally {
        lent.readers -= 1;
        const failed = await lent.session.then(({ failure }) => failure !== undefined).catch(() => true);
        if (lent.readers === 0) {
          if (failed) await putAway(sessionId, lent);
          else lent.timer = setTimeout(() => void putAway(sessionId, lent), KEEP_MS).unref();
        }
      }
    },
    async close() {
      await Promise.all([...shelf].map(([sessionId, lent]) => putAway(sessionId, lent)));
    },
  };
}
