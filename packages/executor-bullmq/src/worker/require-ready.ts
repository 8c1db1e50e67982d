import { type Database, requireSchema } from '@ctx/store-postgres';
import { requireQueue } from '../delivery/set-up-queue.ts';

/**
 * Checks that a database answers and has the tables that coordinators and workers need. Set `hasQueue` to false if the queue
 * is in Redis.
 * @throws CtxError `CTX_STORE_FAILED` if it does not answer within `withinMs` or is not set up; the message says what
 *   to do.
 */
export async function requireReady(
  database: Database,
  { withinMs = 15_000, hasQueue = true }: { readonly withinMs?: number; readonly hasQueue?: boolean } = {},
): Promise<void> {
  await database.query('select 1', [], { retryMs: withinMs });
  await requireSchema(database);
  if (hasQueue) await requireQueue(database);
}
