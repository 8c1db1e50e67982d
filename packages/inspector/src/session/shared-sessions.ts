import type { SessionCatalog } from '@ctx/contract';
import { type LiveSource, type WatchedSession, watchSession } from './watched-session.ts';

/** The sessions that browsers show. Each one is watched once, for all browsers. */
export interface SharedSessions {
  /**
   * Opens a session until `work` is done.
   * @throws CtxError `CTX_STORE_FAILED` if there is no such session.
   */
  use<Result>(sessionId: string, work: (session: WatchedSession) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** How long an unused session stays open, so that reloading the page is quick. */
const KEEP_MS = 30_000;

interface OpenSession {
  readonly session: Promise<WatchedSession>;
  readers: number;
  timer?: NodeJS.Timeout | undefined;
}

/** Opens and shares the sessions of a catalog. */
export function createSharedSessions(catalog: SessionCatalog, live?: LiveSource): SharedSessions {
  const openSessions = new Map<string, OpenSession>();

  async function closeSession(sessionId: string, open: OpenSession): Promise<void> {
    clearTimeout(open.timer);
    if (openSessions.get(sessionId) === open) openSessions.delete(sessionId);
    await open.session.then((session) => session.close()).catch(() => {});
  }

  async function closeIfUnused(sessionId: string, open: OpenSession): Promise<void> {
    const hasFailed = await open.session.then(({ failure }) => failure !== undefined).catch(() => true);
    if (open.readers > 0) return;
    // Several readers may end at the same moment. Only one of their timers may remain.
    clearTimeout(open.timer);
    if (hasFailed) await closeSession(sessionId, open);
    else open.timer = setTimeout(() => void closeSession(sessionId, open), KEEP_MS).unref();
  }

  return {
    async use(sessionId, work) {
      const open = openSessions.get(sessionId) ?? { session: watchSession(catalog, sessionId, live), readers: 0 };
      openSessions.set(sessionId, open);
      clearTimeout(open.timer);
      open.readers += 1;
      try {
        return await work(await open.session);
      } finally {
        open.readers -= 1;
        await closeIfUnused(sessionId, open);
      }
    },
    async close() {
      await Promise.all([...openSessions].map(([sessionId, open]) => closeSession(sessionId, open)));
    },
  };
}
