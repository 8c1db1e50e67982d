/** One row of a query's result. */
export type Row = Readonly<Record<string, unknown>>;

/** How a statement is run. */
export interface QueryOptions {
  /** How long to retry while the connection is broken. Default: the `retryMs` the database was opened with. */
  readonly retryMs?: number | undefined;
  /** Stops the retries. */
  readonly signal?: AbortSignal | undefined;
}

/** One Postgres database, shared by everything a process does there. */
export interface Database {
  /** Its address without the password. */
  readonly name: string;
  /** The `pg` pool, for libraries that take one. At most `poolSize` connections. */
  readonly pool: object;
  /**
   * Runs one statement. If the connection breaks, the statement is run again, although it may already have taken effect.
   * Pass only statements that are safe to repeat.
   * @throws CtxError `CTX_STORE_FAILED`
   */
  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<readonly Row[]>;
  /**
   * Calls `wake` when `channel` is notified with `topic`. Also calls it each time the listening connection is made again,
   * since notifications in between are lost. `wake` may be called without news. Returns a function that stops listening.
   */
  onWake(channel: string, topic: string, wake: () => void): () => void;
  /** Closes all connections. Safe to call twice. */
  close(): Promise<void>;
}
