import { CtxError } from '@ctx/contract';
import type { Database } from '@ctx/store-postgres';
import { assertSchemaCompatibility, type PgPool, runMigrations } from 'bullmq';

/**
 * Creates BullMQ's tables in the schema `bullmq` of a database, or migrates older ones.
 * @throws CtxError `CTX_STORE_FAILED`
 */
export async function setUpQueue(database: Database): Promise<void> {
  try {
    const client = await (database.pool as PgPool).connect();
    try {
      await runMigrations(client);
    } finally {
      client.release();
    }
  } catch (error) {
    throw queueFailure(error, database);
  }
}

/**
 * Checks that a database has the tables this version of BullMQ needs.
 * @throws CtxError `CTX_STORE_FAILED` if not.
 */
export async function requireQueue(database: Database): Promise<void> {
  try {
    const rows = (text: string, values?: unknown[]) => database.query(text, values).then((found) => ({ rows: found }));
    await assertSchemaCompatibility({ query: rows } as never);
  } catch (error) {
    throw queueFailure(error, database);
  }
}

function queueFailure(error: unknown, { name }: Database): CtxError {
  if (CtxError.isInstance(error) && !/bullmq/i.test(String((error.cause as Error | undefined)?.message))) return error;
  const why = error instanceof Error ? error.message : String(error);
  const message =
    `The database ${name} has no queue for this version of BullMQ: ${why} ` +
    'Run as the owner of the database: ctx engine setup --engine URL';
  return new CtxError('CTX_STORE_FAILED', message, { cause: error });
}
