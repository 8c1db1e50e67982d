import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setUpQueue } from '@ctx/executor-bullmq';
import { expect, inject, it } from 'vitest';
import { audit, leftAgents, parentsOfAgents } from '../harness/audit.ts';
import { createRedis, hasRedis } from '../harness/redis-server.ts';
import { startProgram } from '../harness/restartable-process.ts';
import { withDatabases } from '../harness/with-database.ts';

const databases = withDatabases();

/** The size of a run, and its faults. `stop` suspends a worker past its lease. */
interface Scenario {
  readonly conversations: number;
  readonly rounds: number;
  readonly faults: readonly ('worker' | 'coordinator' | 'database' | 'stop')[];
  readonly redisPort?: number | undefined;
}

async function runWithFaults({ conversations, rounds, faults, redisPort }: Scenario) {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-faults-'));
  const ledger = join(folder, 'ledger');
  writeFileSync(ledger, '');
  const count = (done: number) => writeFileSync(`${ledger}.faults`, String(done));
  count(0);
  const database = await databases.fresh();
  if (redisPort === undefined) await setUpQueue(database);
  const leaseMs = 4_000;
  const faultsPerRound = faults.length / rounds;
  const common = { url: database.name, ledger, faultsPerRound, redisPort, engines: inject('engines') };
  const workers = [1, 2, 3].map((number) =>
    startProgram('worker', `worker ${number}`, { ...common, leaseMs, concurrency: 4, twice: 0.2 }),
  );
  const coordinator = startProgram('coordinator', 'coordinator', { ...common, conversations, rounds });
  let isDone = false;
  const done = coordinator.finished.finally(() => {
    isDone = true;
  });
  let faultsDone = 0;
  // Prefers a worker that is running a turn, because an idle one has nothing to lose.
  async function busyWorker() {
    for (let tries = 0; tries < 50 && !isDone; tries++) {
      const parents = parentsOfAgents(ledger);
      const busy = workers.find((worker) => parents.includes(worker.pid() ?? 0));
      if (busy !== undefined) return busy;
      await pause(20);
    }
    return workers[faultsDone % workers.length]!;
  }
  try {
    for (const fault of faults) {
      await Promise.race([pause(700 + Math.random() * 1_300), done]);
      if (isDone) break;
      const worker = await busyWorker();
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
      count(++faultsDone);
    }
    await done;
    // A worker that was suspended past its lease needs a moment to notice it and to end its agents.
    await expect.poll(() => leftAgents(ledger), { timeout: 30_000 }).toEqual([]);
    return { faultsDone, ...(await audit(database, ledger, { conversations, rounds })) };
  } finally {
    await Promise.all([coordinator, ...workers].map((program) => program.end()));
    await expect.poll(() => leftAgents(ledger), { timeout: 30_000 }).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  }
}

it('loses and repeats no answer while workers, coordinator and database die', { timeout: 300_000 }, async () => {
  const faults: Scenario['faults'] = [
    'worker',
    'coordinator',
    'stop',
    'worker',
    'database',
    'worker',
    'worker',
    'coordinator',
    'worker',
    'stop',
    'database',
    'worker',
    'coordinator',
    'worker',
    'worker',
    'stop',
    'worker',
    'worker',
    'coordinator',
    'worker',
  ];
  const found = await runWithFaults({ conversations: 50, rounds: 6, faults });
  expect(found.problems).toEqual([]);
  expect(found.answers).toBe(300);
  expect(found.faultsDone).toBe(faults.length);
  expect(found.lost).toBeGreaterThan(0);
  process.stdout.write(
    `300 turns, ${found.faultsDone} faults (${faults.join(', ')}): ${found.begun} agents started, ${found.lost} turns lost and run again\n`,
  );
});

// Only if Redis is installed; .ci/run installs it.
if (hasRedis()) {
  it('loses and repeats no answer with the queue in Redis', { timeout: 300_000 }, async () => {
    const redis = await createRedis(inject('engines'));
    try {
      const redisPort = Number(new URL(redis.url).port);
      const found = await runWithFaults({
        conversations: 12,
        rounds: 4,
        faults: ['worker', 'coordinator', 'database', 'worker', 'stop'],
        redisPort,
      });
      expect(found.problems).toEqual([]);
      expect(found.answers).toBe(48);
      expect(found.faultsDone).toBe(5);
    } finally {
      await redis.remove();
    }
  });
}
