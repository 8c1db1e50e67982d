import type { Delivery } from '@ctx/executor-bullmq';
import type { Database } from '@ctx/store-postgres';
import type { EngineAddress } from './engine-options.ts';
import { createRedisClient, type EnginePackages, loadEnginePackages } from './load-engine-packages.ts';
import { closeAtTheEnd } from './opened-engines.ts';
import { requireRedis } from './require-redis.ts';

/** A connected engine: a database with the tables of ctx, and a queue. */
export interface Engine extends EnginePackages {
  /** Its address without the password. */
  readonly name: string;
  readonly database: Database;
  readonly delivery: Delivery;
}

/** How long an engine may take to answer when it is opened. */
const READY_MS = 15_000;

/**
 * Connects to an engine. It is closed when the program ends.
 * @throws CtxError `CTX_STORE_FAILED` if it does not answer within 15 seconds, or is not set up for this version.
 */
export async function openEngine({ engine, queue }: EngineAddress): Promise<Engine> {
  const packages = await loadEnginePackages();
  const { store, executor } = packages;
  const database = store.openDatabase({ url: engine, applicationName: 'ctx' });
  closeAtTheEnd(() => database.close());
  await executor.requireReady(database, { withinMs: READY_MS, hasQueue: queue === undefined });
  const delivery =
    queue === undefined ? executor.createBullmqDelivery({ database }) : await redisDelivery(packages, queue);
  closeAtTheEnd(() => delivery.close());
  return { ...packages, name: database.name, database, delivery };
}

async function redisDelivery({ store, executor }: EnginePackages, url: string): Promise<Delivery> {
  const redis = await createRedisClient(url);
  closeAtTheEnd(async () => redis.disconnect());
  await requireRedis(redis, { name: store.redactUrl(url), withinMs: READY_MS });
  return executor.createBullmqDelivery({ redis });
}
