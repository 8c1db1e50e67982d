import type { SessionStore } from './session-store.ts';

/** What a list of sessions shows. */
export interface SessionSummary {
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly startedAt?: number | undefined;
  /** Name of the team. */
  readonly team?: string | undefined;
  /** The first thing that was said. */
  readonly firstMessage?: string | undefined;
  /** Size of the log, where it has one. */
  readonly bytes?: number | undefined;
}

/** Some of the sessions of a place. */
export interface SessionSelection {
  /** Only those whose id begins so. */
  readonly idPrefix?: string | undefined;
  /** No more than this many. */
  readonly limit?: number | undefined;
}

/** All sessions of one place: a folder, a database. */
export interface SessionCatalog {
  /** All of them, or those that are asked for; the one written last first. */
  list(which?: SessionSelection): Promise<readonly SessionSummary[]>;
  /**
   * A session's log, for reading and following. Whoever wants to write claims it first.
   * @throws CtxError `CTX_STORE_FAILED` when there is no such session, or it is not a log of ours.
   */
  open(sessionId: string): Promise<SessionStore>;
  /**
   * Takes a session away for good.
   * @throws CtxError `CTX_STORE_LOCKED` while somebody writes it, `CTX_STORE_FAILED` when there is none.
   */
  remove(sessionId: string): Promise<void>;
}
