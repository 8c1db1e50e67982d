import type { SessionRecord } from './session-record.ts';

/** A record with its position in the log. */
export interface StoredRecord {
  /** 1 for the first record of the session, counting up without gaps. */
  readonly seq: number;
  /** Id of the append that wrote it. */
  readonly operationId: string;
  readonly record: SessionRecord;
}

/** The conditions of one append. */
export interface AppendOptions {
  /** `seq` of the newest record that the writer knows. 0 for an empty log. */
  readonly expectedSeq: number;
  /** Unique id of this append. An append with a known id changes nothing, so it is safe to repeat one. */
  readonly operationId: string;
  /** The epoch that `claim` returned. An old epoch is refused with `CTX_STORE_CONFLICT`. */
  readonly epoch?: number | undefined;
}

/**
 * The log of one session, for example in a file or a database. Append-only and ordered. Methods may be called
 * concurrently, and appends then run one after the other. Check yours with `testStore` of `@ctx/testkit`.
 */
export interface SessionStore {
  /** Id of the session, if the store was opened by id. A new conversation in this store gets this id. */
  readonly sessionId?: string | undefined;
  /** Notes about the log for the user, one sentence each: for example, that an incomplete end was set aside. */
  readonly notes?: readonly string[] | undefined;
  /** What is wrong with the log, one sentence each. A damaged log can be read up to the damage, but not written. */
  readonly damage?: readonly string[] | undefined;
  /**
   * Adds all records or none, as durably as the medium can, and resolves with the `seq` of the last one. Without
   * records, it checks the same conditions and resolves with the current `seq`.
   *
   * If `operationId` is already in the log, nothing is added and the `seq` of the first append is returned. This is
   * checked before `expectedSeq`, because a repeated append has an old `expectedSeq`. The records are stored as JSON,
   * so changing them after the call does not change the log.
   * @throws CtxError `CTX_STORE_CONFLICT` if `expectedSeq` is not the newest `seq` of the log. Nothing was added.
   * @throws CtxError `CTX_STORE_FAILED` if the medium failed or the store is closed. Nothing was added.
   */
  append(records: readonly SessionRecord[], options: AppendOptions): Promise<{ readonly seq: number }>;
  /**
   * Makes `owner` the only writer for `ttlMs` from now. A repeated claim of the same owner renews the time and keeps
   * the epoch; with a `ttlMs` of 0 it gives the claim back. Every other owner gets a higher epoch.
   * @throws CtxError `CTX_STORE_LOCKED` while another owner has a valid claim.
   */
  readonly claim?: ((owner: string, ttlMs: number) => Promise<{ readonly epoch: number }>) | undefined;
  /** The records from `fromSeq` (default 1) to the newest one at the time of the call, oldest first. */
  read(fromSeq?: number): AsyncIterable<StoredRecord>;
  /**
   * The records from `fromSeq` on, and then each new one as it is written, by any process. The iteration ends when
   * `signal` is aborted or the store is closed. It never blocks writers.
   */
  readonly follow?: ((fromSeq: number, signal: AbortSignal) => AsyncIterable<StoredRecord>) | undefined;
  /** Whether a conversation has the log open for writing now. Missing if the medium cannot tell. */
  readonly isWritten?: (() => Promise<boolean>) | undefined;
  /** Waits for running appends and releases locks and handles. May be called twice. */
  close(): Promise<void>;
}
