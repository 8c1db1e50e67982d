import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setUpQueue } from '@ctx/executor-bullmq';
import { expect, inject, it } from 'vitest';
import { audit, leftAgents, parentsOfAgents } from '../harness/audit.ts';
import { play } from '../harness/cast.ts';
import { createRedis, hasRedis } from '../harness/redis-server.ts';
import { withDatabases } from '../harness/with-database.ts';

const databases = withDatabases();

/** How much is played, and what happens to whom. */
interface Plot {
  readonly conversations: number;
  readonly rounds: number;
  readonly faults: readonly ('worker' | 'coordinator' | 'database' | 'stop')[];
  readonly redisPort?: number | undefined;
}

async function perform({ conversations, rounds, faults, redisPort }: Plot) {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-faults-'));
  const ledger = join(folder, 'ledger');
  writeFileSync(ledger, '');
  const database = await databases.fresh();
  if (redisPort === undefined) await setUpQueue(database);
  const leaseMs = 4_000;
  const common = { url: database.name, ledger, longestMs: 500, redisPort, engines: inject('engines') };
  const workers = [1, 2, 3].map((number) =>
    play('worker', `worker ${number}`, { ...common, leaseMs, concurrency: 4, twice: 0.2 }),
  );
  const coordinator = play('coordinator', 'coordinator', { ...common, conversations, rounds });
  let isDone = false;
  const done = coordinator.finished.finally(() => {
    isDone = true;
  });
  const suffered: string[] = [];
  // One in the middle of a turn, where there is one: who has nothing to do has nothing to lose.
  async function busyOne() {
    for (let tries = 0; tries < 50 && !isDone; tries++) {
      const parents = parentsOfAgents(ledger);
      const busy = workers.find((worker) => parents.includes(worker.pid() ?? 0));
      if (busy !== undefined) return busy;
      await pause(20);
    }
    return workers[suffered.length % workers.length]!;
  }
  try {
    for (const fault of faults) {
      await Promise.race([pause(700 + Math.random() * 1_300), done]);
      if (isDone) break;
      suffered.push(fault);
      const worker = await busyOne();
      if (fault === 'worker') await worker.restart();
      if (fault === 'coordinator') await coordinator.restart();
      if (fault === 'database') {
        await databases.server().kill();
        await databases.server().start();
      }
      if (fault === 'stop') {
        worker.signal('SIGSTOP');
        void pause(leaseMs * 2).then(() => worker.signal('SIGCONT'));
      }
    }
    await done;
    // A worker that was stopped past its lease still has to find out, and to end its agents.
    await expect.poll(() => leftAgents(ledger), { timeout: 30_000 }).toEqual([]);
    return { suffered, ...(await audit(database, ledger, { conversations, rounds })) };
  } finally {
    await Promise.all([coordinator, ...workers].map((player) => player.end()));
    await expect.poll(() => leftAgents(ledger), { timeout: 30_000 }).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  }
}

it('loses and doubles no answer while workers, coordinator and database die', { timeout: 300_000 }, async () => {
  const faults = [
    ...['worker', 'coordinator', 'stop', 'worker', 'database', 'worker', 'worker', 'coordinator', 'worker', 'stop'],
    ...['database', 'worker', 'coordinator', 'worker', 'worker', 'stop', 'worker', 'worker', 'coordinator', 'worker'],
  ] as const;
  const found = await perform({ conversations: 50, rounds: 6, faults: faults as Plot['faults'] });
  expect(found.problems).toEqual([]);
  expect(found.answers).toBe(300);
  expect(found.suffered.length).toBeGreaterThan(10);
  expect(found.lost).toBeGreaterThan(0);
  process.stdout.write(
    `300 turns, ${found.suffered.length} faults (${found.suffered.join(', ')}): ${found.begun} agents begun, ${found.lost} turns lost and run again\n`,
  );
});

// Where Debian's package is installed; .ci/run installs it.
if (hasRedis()) {
  it('does so with the queue in Redis', { timeout: 300_000 }, async () => {
    const redis = await createRedis(inject('engines'));
    try {
      const redisPort = Number(new URL(redis.url).port);
      const found = await perform({
        conversations: 12,
        rounds: 4,
        faults: ['worker', 'coordinator', 'database', 'worker', 'stop'],
        redisPort,
      });
      expect(found.problems).toEqual([]);
      expect(found.answers).toBe(48);
    } finally {
      await redis.remove();
    }
  });
}
