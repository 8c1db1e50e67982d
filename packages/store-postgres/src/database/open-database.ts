import { CtxError } from '@ctx/contract';
import pg from 'pg';
import { redactUrl, requirePostgresUrl } from './connection-url.ts';
import type { Database, QueryOptions, Row } from './database.ts';
import { databaseFailure, isBrokenConnection } from './database-failure.ts';
import { createLimiter } from './limiter.ts';
import { createListener } from './listener.ts';
import { pause } from './pause.ts';

/** The database and how to connect to it. */
export interface DatabaseOptions {
  /** `postgres://user:password@host:5432/database`. `pg` reads TLS and other settings from its query. */
  readonly url: string;
  /** Connections for statements. `onWake` opens one more. Default 2. */
  readonly poolSize?: number | undefined;
  /** How long to retry a statement while the connection is broken. Default 30,000. */
  readonly retryMs?: number | undefined;
  /** The name of this program in the server's list of connections. Default `ctx`. */
  readonly applicationName?: string | undefined;
}

const LONGEST_PAUSE_MS = 1_000;

/**
 * Opens a database. It connects with the first statement.
 * @throws CtxError `CTX_STORE_FAILED` if `url` is not the address of a Postgres database.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { poolSize = 2, retryMs = 30_000, applicationName = 'ctx' } = options;
  const connectionString = requirePostgresUrl(options.url);
  const name = redactUrl(connectionString);
  const connection = {
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  // BullMQ's statements do not name their schema; ours always do.
  const pool = new pg.Pool({ ...connection, max: poolSize, options: '-c search_path=bullmq' });
  // An idle connection broke. The pool opens a new one for the next statement.
  pool.on('error', () => {});
  // BullMQ adds a listener for each queue. Without this, Node warns of a leak at the eleventh.
  pool.setMaxListeners(0);
  // The pool has a queue too, but it reports a long wait there as a connection timeout.
  const limiter = createLimiter(poolSize);
  const listener = createListener(() => new pg.Client(connection));
  let closing: Promise<void> | undefined;

  async function query(text: string, values: readonly unknown[] = [], given: QueryOptions = {}) {
    const giveUpAt = performance.now() + (given.retryMs ?? retryMs);
    for (let tries = 1; ; tries++) {
      if (closing !== undefined) throw new CtxError('CTX_STORE_FAILED', `The database ${name} is closed.`);
      try {
        const { rows } = await limiter.run(() => pool.query(text, [...values]));
        return rows as readonly Row[];
      } catch (error) {
        const isOver = performance.now() >= giveUpAt || given.signal?.aborted === true;
        if (!isBrokenConnection(error) || isOver) throw databaseFailure(error, name);
        await pause(Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS), given.signal);
      }
    }
  }

  return {
    name,
    pool,
    query,
    onWake: listener.onWake,
    close() {
      closing ??= Promise.all([listener.close(), pool.end()]).then(() => {});
      return closing;
    },
  };
}
