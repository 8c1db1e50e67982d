import type { Delivery } from '@ctx/executor-bullmq';
import {
  createBullmqDelivery,
  createBullmqExecutor,
  createWorker,
  identifyTeam,
  setUpQueue,
} from '@ctx/executor-bullmq';
import type { Database } from '@ctx/store-postgres';
import { testExecutor } from '@ctx/testkit';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { createRedis, hasRedis, type RedisServer } from '../harness/redis-server.ts';
import { countingExecutor, scriptedTeam } from '../harness/scripted-members.ts';
import { withDatabases } from '../harness/with-database.ts';

const databases = withDatabases();
const team = scriptedTeam();
const identity = identifyTeam(team);

/** Runs the conformance suite with two workers, each with a concurrency of two. */
function testWith(open: () => Promise<{ database: Database; delivery: Delivery; close?: () => Promise<void> }>): void {
  testExecutor(
    async () => {
      const { database, delivery, close } = await open();
      const { executor, starts } = countingExecutor(team);
      const options = { database, delivery, executor, team: identity, concurrency: 2, leaseMs: 10_000 };
      const workers = [createWorker(options), createWorker(options)];
      return {
        executor: createBullmqExecutor({ database, delivery, team: identity }),
        another: () => createBullmqExecutor({ database, delivery, team: identity }),
        members: { answers: 'echo', fails: 'broken', hangs: 'sleepy' },
        starts: (sessionId, turnId) => starts.get(`${sessionId} ${turnId}`) ?? 0,
        async remove() {
          await Promise.all(workers.map((worker) => worker.stop({ graceMs: 0 })));
          await delivery.close();
          await close?.();
        },
      };
    },
    { describe, it },
  );
}

describe('turns over Postgres alone', () => {
  testWith(async () => {
    const database = await databases.fresh();
    await setUpQueue(database);
    return { database, delivery: createBullmqDelivery({ database }) };
  });
});

// Only if Redis is installed; .ci/run installs it.
if (hasRedis()) {
  describe('turns over Postgres with Redis as the queue', () => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await createRedis(inject('engines'));
    });
    afterAll(() => redis?.remove());
    testWith(async () => {
      const client = redis.client();
      await client.flushall();
      const delivery = createBullmqDelivery({ redis: client });
      return { database: await databases.fresh(), delivery, close: async () => client.disconnect() };
    });
  });
}
