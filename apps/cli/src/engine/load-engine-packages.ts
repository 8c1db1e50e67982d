import type * as executorBullmq from '@ctx/executor-bullmq';
import type * as storePostgres from '@ctx/store-postgres';
import { UsageError } from '../terminal/usage-error.ts';

/** The packages an engine needs, as installed next to ctx. */
export interface EnginePackages {
  readonly store: typeof storePostgres;
  readonly executor: typeof executorBullmq;
}

/**
 * Loads the packages of an engine. ctx does not depend on them, so that only people who use an engine install them.
 * They are loaded from where ctx itself is installed, never from the working folder.
 * @throws UsageError with the command that installs them.
 */
export async function loadEnginePackages(): Promise<EnginePackages> {
  const [store, executor] = await Promise.all([
    loadOwn<typeof storePostgres>('@ctx/store-postgres'),
    loadOwn<typeof executorBullmq>('@ctx/executor-bullmq'),
  ]);
  return { store, executor };
}

/** The client that BullMQ needs for a queue in Redis. */
export interface RedisClient {
  on(event: 'error', listener: (error: Error) => void): unknown;
  ping(): Promise<unknown>;
  disconnect(): void;
}

/**
 * Creates a Redis client.
 * @throws UsageError with the command that installs the client package.
 */
export async function createRedisClient(url: string): Promise<RedisClient> {
  const { Redis } = await loadOwn<{ Redis: new (url: string, options: object) => RedisClient }>('ioredis');
  return new Redis(url, { maxRetriesPerRequest: null });
}

async function loadOwn<Module>(name: string): Promise<Module> {
  try {
    return (await import(name)) as Module;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `An engine needs packages that are not installed next to ctx. Install them: ${installCommand()}`,
    );
  }
}

/** Returns the command that installs the packages of an engine next to this program. */
export function installCommand(ownUrl: string = import.meta.url): string {
  const where = /\/lib\/node_modules\/@ctx\//.test(ownUrl) ? ' -g' : '';
  return `npm install${where} @ctx/store-postgres @ctx/executor-bullmq ioredis`;
}
