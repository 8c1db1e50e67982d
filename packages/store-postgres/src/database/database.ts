/** One row of an answer. */
export type Row = Readonly<Record<string, unknown>>;

/** How a statement is run. */
export interface QueryOptions {
  /** How long it is tried again while the connection is broken. Default: as the database was opened with. */
  readonly retryMs?: number | undefined;
  /** Ends trying. */
  readonly signal?: AbortSignal | undefined;
}

/** A connection to one Postgres database, shared by all that a process does there. */
export interface Database {
  /** Its address without the password. */
  readonly name: string;
  /** The pool of the driver, for libraries that take one. At most `poolSize` connections. */
  readonly pool: object;
  /**
   * Runs one statement. It is tried again when the connection breaks, and may then have run before: hand it only
   * statements that can be repeated.
   * @throws CtxError `CTX_STORE_FAILED`
   */
  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<readonly Row[]>;
  /**
   * Calls `wake` when somebody notifies `channel` with `topic`, and each time the connection for it was made anew, since
   * what was said in between is lost. It may be called without a reason. Returns what ends it.
   */
  onWake(channel: string, topic: string, wake: () => void): () => void;
  /** Closes all connections. Twice is fine. */
  close(): Promise<void>;
}
