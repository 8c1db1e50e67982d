import type { SessionRecord } from './session-record.ts';

/** A record with its place in the log. */
export interface StoredRecord {
  /** 1 for the first record of the session, then without gaps. */
  readonly seq: number;
  /** The append it came with. */
  readonly operationId: string;
  readonly record: SessionRecord;
}

/** Guards of one append. */
export interface AppendOptions {
  /** `seq` of the newest record the writer knows of; 0 for an empty log. */
  readonly expectedSeq: number;
  /** Names this append. The same id again changes nothing, so that an append whose answer was lost can be repeated. */
  readonly operationId: string;
  /** The claim under which is written. One that is no longer the newest is refused with `CTX_STORE_CONFLICT`. */
  readonly epoch?: number | undefined;
}

/**
 * Where one session's log lives: a file, a database. Append-only and ordered. Check yours with `testStore` of
 * `@ctx/testkit`. Methods of one store may be called at the same time; appends then take effect one after the other.
 */
export interface SessionStore {
  /** Id of the session, for a store that was opened by it; a new conversation then takes it. */
  readonly sessionId?: string | undefined;
  /** What a person should know about the log, a sentence each: an end that was set aside, lines nobody can check. */
  readonly notes?: readonly string[] | undefined;
  /** What is wrong with the log, a sentence each. Such a log can be read as far as it is whole, and is not written. */
  readonly damage?: readonly string[] | undefined;
  /**
   * Adds all of `records` or none, durably for its medium, and resolves with the `seq` of the last one. No records:
   * nothing is added and the current `seq` comes back, under the same guards.
   *
   * An `operationId` that is already in the log counts once: nothing is added and the `seq` of the first time comes
   * back. This is looked at before `expectedSeq`, which a repeated append cannot meet. The records are stored as JSON
   * would store them; changing them after the call does not change the log.
   * @throws CtxError `CTX_STORE_CONFLICT` when `expectedSeq` is not the log's newest `seq`; nothing was added.
   * @throws CtxError `CTX_STORE_FAILED` when the medium refused, or the store is closed; nothing was added.
   */
  append(records: readonly SessionRecord[], options: AppendOptions): Promise<{ readonly seq: number }>;
  /**
   * Makes `owner` the one who writes, for `ttlMs` from now; the same owner again keeps its epoch and its time begins
   * anew. Every other owner gets a higher epoch.
   * @throws CtxError `CTX_STORE_LOCKED` while the claim of somebody else holds.
   */
  readonly claim?: ((owner: string, ttlMs: number) => Promise<{ readonly epoch: number }>) | undefined;
  /** The records from `fromSeq` on (default 1, that record included), oldest first, as of the moment of the call. */
  read(fromSeq?: number): AsyncIterable<StoredRecord>;
  /**
   * The records from `fromSeq` on, and then each new one as it comes, whoever writes it, until `signal` is aborted or
   * the store is closed; then the iteration ends. It holds nothing back from writers.
   */
  readonly follow?: ((fromSeq: number, signal: AbortSignal) => AsyncIterable<StoredRecord>) | undefined;
  /** Gives back what the store holds (locks, handles). Waits for appends under way; closing twice is fine. */
  close(): Promise<void>;
}
