import type { SessionStore } from './session-store.ts';

/** A session in a list of sessions. */
export interface SessionSummary {
  readonly sessionId: string;
  /** Time of the last record, in milliseconds since 1970. */
  readonly updatedAt: number;
  /** In milliseconds since 1970. */
  readonly startedAt?: number | undefined;
  /** Name of the team. */
  readonly team?: string | undefined;
  /** Text of the first message. */
  readonly firstMessage?: string | undefined;
  /** Size of the log, if known. */
  readonly bytes?: number | undefined;
}

/** Which sessions to list. */
export interface SessionSelection {
  /** Only sessions whose id begins with this text. */
  readonly idPrefix?: string | undefined;
  /** At most this many sessions. */
  readonly limit?: number | undefined;
}

/** All sessions in one place, such as a folder or a database. */
export interface SessionCatalog {
  /** Lists sessions, the most recently written first. */
  list(which?: SessionSelection): Promise<readonly SessionSummary[]>;
  /**
   * Opens the log of a session. It can be read and followed at once. To write, claim it first.
   * @throws CtxError `CTX_STORE_FAILED` if there is no such session, or it is not a session log.
   */
  open(sessionId: string): Promise<SessionStore>;
  /**
   * Deletes a session.
   * @throws CtxError `CTX_STORE_LOCKED` while a process writes it, `CTX_STORE_FAILED` if there is no such session.
   */
  remove(sessionId: string): Promise<void>;
}
