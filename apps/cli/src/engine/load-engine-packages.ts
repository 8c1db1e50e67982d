import type * as executorBullmq from '@ctx/executor-bullmq';
import type * as storePostgres from '@ctx/store-postgres';
import { UsageError } from '../terminal/usage-error.ts';

/** What an engine needs, as it is installed beside ctx. */
export interface EnginePackages {
  readonly store: typeof storePostgres;
  readonly executor: typeof executorBullmq;
}

/**
 * Loads the packages of an engine. They are nobody's dependency, so that who needs no engine does not have them; they are
 * looked for where ctx itself is installed, never in the working folder.
 * @throws UsageError with the command that installs them.
 */
export async function loadEnginePackages(): Promise<EnginePackages> {
  const [store, executor] = await Promise.all([
    loadBeside<typeof storePostgres>('@ctx/store-postgres'),
    loadBeside<typeof executorBullmq>('@ctx/executor-bullmq'),
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
 * Makes a client of a Redis. Nothing is connected yet.
 * @throws UsageError with the command that installs what it needs.
 */
export async function createRedisClient(url: string): Promise<RedisClient> {
  const { Redis } = await loadBeside<{ Redis: new (url: string, options: object) => RedisClient }>('ioredis');
  return new Redis(url, { maxRetriesPerRequest: null });
}

async function loadBeside<Module>(name: string): Promise<Module> {
  try {
    return (await import(name)) as Module;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `An engine needs packages that are not installed beside ctx. Install them: ${installCommand()}`,
    );
  }
}

/** Installs what an engine needs where this program is. */
export function installCommand(ownUrl: string = import.meta.url): string {
  const where = /\/lib\/node_modules\/@ctx\//.test(ownUrl) ? ' -g' : '';
  return `npm install${where} @ctx/store-postgres @ctx/executor-bullmq ioredis`;
}
