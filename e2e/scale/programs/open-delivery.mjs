import { createRequire } from 'node:module';
import { createBullmqDelivery } from '../../../packages/executor-bullmq/dist/index.js';

/**
 * Opens the queue of the fault tests: in Redis if `redisPort` is set, otherwise in the database.
 * @param {{ engines: string, redisPort?: number }} settings
 * @param {import('@ctx/store-postgres').Database} database
 */
export function openDelivery({ engines, redisPort }, database) {
  if (redisPort === undefined) return createBullmqDelivery({ database });
  const { Redis } = createRequire(`${engines}/package.json`)('ioredis');
  return createBullmqDelivery({ redis: new Redis(redisPort, '127.0.0.1', { maxRetriesPerRequest: null }) });
}
