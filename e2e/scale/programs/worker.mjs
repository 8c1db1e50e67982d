// A worker of the fault tests. Its settings are JSON in the variable WORKER: `{ url, engines, redisPort?, ledger, leaseMs,
// concurrency, faultsPerRound, twice }`. With the probability `twice` it gets a key a second time, since a queue may do that.
import { createWorker, identifyTeam, requireReady } from '../../../packages/executor-bullmq/dist/index.js';
import { openDatabase } from '../../../packages/store-postgres/dist/index.js';
import { createLocalExecutor } from '../../../packages/team/dist/index.js';
import { openDelivery } from './open-delivery.mjs';
import { faultTeam } from './team.mjs';

const settings = JSON.parse(process.env['WORKER'] ?? '{}');
const team = faultTeam(settings.ledger, settings.faultsPerRound);
const database = openDatabase({ url: settings.url });
await requireReady(database, { hasQueue: settings.redisPort === undefined });
const delivery = repeatKeys(openDelivery(settings, database));
const worker = createWorker({
  database,
  delivery,
  team: identifyTeam(team),
  executor: createLocalExecutor({ team, graceMs: 500 }),
  concurrency: settings.concurrency,
  leaseMs: settings.leaseMs,
});
console.log('ready');
process.on('SIGTERM', async () => {
  await worker.stop({ graceMs: 5_000 });
  await delivery.close();
  await database.close();
  process.exit(0);
});

function repeatKeys(/** @type {import('@ctx/executor-bullmq').Delivery} */ inner) {
  /** @type {{ key: string, pool: string }[]} */
  const again = [];
  return {
    ...inner,
    async take(/** @type {string} */ pool, /** @type {number} */ lockMs) {
      const index = again.findIndex((entry) => entry.pool === pool);
      if (index >= 0) {
        const [{ key }] = /** @type {[{ key: string }]} */ (/** @type {unknown} */ (again.splice(index, 1)));
        return { key, done: async () => {}, keep: async () => {} };
      }
      const taken = await inner.take(pool, lockMs);
      if (taken !== undefined && Math.random() < settings.twice) again.push({ key: taken.key, pool });
      return taken;
    },
  };
}
