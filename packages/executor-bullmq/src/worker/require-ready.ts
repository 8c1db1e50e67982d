import { type Database, requireSchema } from '@ctx/store-postgres';
import { requireQueue } from '../delivery/set-up-queue.ts';

/**
 * Makes sure that a database answers and has what a coordinator or a worker needs.
 * @throws CtxError `CTX_STORE_FAILED` when it is not ready within `withinMs`, or has not been set up; the message says what
 *   to do.
 */
export async function requireReady(
  database: Database,
  { withinMs = 15_000, isQueue = true }: { readonly withinMs?: number; readonly isQueue?: boolean } = {},
): Promise<void> {
  await database.query('select 1', [], { retryMs: withinMs });
  await requireSchema(database);
  if (isQueue) await requireQueue(database);
}
