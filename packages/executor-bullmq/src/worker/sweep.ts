import { createCoordinatorTurns, type Database, formatKey, type WorkerTurns } from '@ctx/store-postgres';
import { createLeaseClock } from '../executor/lease-clock.ts';
import { lostResult } from '../results.ts';

const TIDY_MS = 10 * 60_000;

/**
 * Creates a function that ends turns whose worker is gone, also when no coordinator waits for them, and deletes old events
 * and workers. Every worker calls it regularly; several may run at the same time.
 */
export function createSweep(workerTurns: WorkerTurns, database: Database, leaseMs: number): () => Promise<void> {
  const coordinatorTurns = createCoordinatorTurns(database);
  const leases = createLeaseClock();
  let tidiedAt = Number.NEGATIVE_INFINITY;
  let isSweeping = false;
  return async () => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      for (const { key, beats, leaseMs: itsLeaseMs } of await workerTurns.silentTurns()) {
        // This runs every half lease, and the clock counts at most a quarter of it: it takes two leases to lose a turn.
        if (leases.isOver(formatKey(key), beats, Math.max(itsLeaseMs, leaseMs))) {
          await coordinatorTurns.markLost(key, beats, lostResult());
        }
      }
      if (performance.now() - tidiedAt < TIDY_MS) return;
      tidiedAt = performance.now();
      await workerTurns.deleteOld();
    } catch {
      // The database cannot be reached. The next sweep tries again.
    } finally {
      isSweeping = false;
    }
  };
}
