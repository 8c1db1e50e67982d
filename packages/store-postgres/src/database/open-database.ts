import { CtxError } from '@ctx/contract';
import pg from 'pg';
import { redactUrl, requirePostgresUrl } from './connection-url.ts';
import type { Database, QueryOptions, Row } from './database.ts';
import { databaseFailure, isBrokenConnection } from './database-failure.ts';
import { createHands } from './hands.ts';
import { createListener } from './listener.ts';
import { pause } from './pause.ts';

/** Which database, and how it is used. */
export interface DatabaseOptions {
  /** `postgres://user:password@host:5432/database`; TLS and the rest as `pg` reads them from it. */
  readonly url: string;
  /** Connections for statements. One more is made when something is listened for. Default 2. */
  readonly poolSize?: number | undefined;
  /** How long a statement is tried again while the connection is broken. Default 30,000. */
  readonly retryMs?: number | undefined;
  /** What the server calls this program. Default `ctx`. */
  readonly applicationName?: string | undefined;
}

const LONGEST_PAUSE_MS = 1_000;

/**
 * Opens a database. Nothing is connected before it is needed.
 * @throws CtxError `CTX_STORE_FAILED` when the URL is not one.
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
  // BullMQ's statements name no schema; ours always do.
  const pool = new pg.Pool({ ...connection, max: poolSize, options: '-c search_path=bullmq' });
  // A connection that breaks while nobody uses it; whoever needs one next gets a new one.
  pool.on('error', () => {});
  pool.setMaxListeners(0);
  // Not the queue of the pool: that counts waiting for one's turn as trouble with the connection.
  const hands = createHands(poolSize);
  const listener = createListener(() => new pg.Client(connection));
  let closing: Promise<void> | undefined;

  async function query(text: string, values: readonly unknown[] = [], given: QueryOptions = {}) {
    const giveUpAt = performance.now() + (given.retryMs ?? retryMs);
    for (let tries = 1; ; tries++) {
      if (closing !== undefined) throw new CtxError('CTX_STORE_FAILED', `The database ${name} is closed.`);
      try {
        const { rows } = await hands.use(() => pool.query(text, [...values]));
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
