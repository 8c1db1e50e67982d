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
}

/**
 * Where one session's log lives: a file, a database. Append-only and ordered. Check yours with `testStore` of
 * `@ctx/testkit`. Methods of one store may be called at the same time; appends then take effect one after the other.
 */
export interface SessionStore {
  /** Id of the session, for a store that was opened by it; a new conversation then takes it. */
  readonly sessionId?: string | undefined;
  /** What had to be mended when the log was opened, in one sentence; missing when it was whole. */
  readonly mended?: string | undefined;
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
  /** The records from `fromSeq` on (default 1, that record included), oldest first, as of the moment of the call. */
  read(fromSeq?: number): AsyncIterable<StoredRecord>;
  /** Gives back what the store holds (locks, handles). Waits for appends under way; closing twice is fine. */
  close(): Promise<void>;
}
