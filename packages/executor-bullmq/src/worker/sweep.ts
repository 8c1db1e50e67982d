import { createTurnDesk, type Database, formatKey, type TurnBench } from '@ctx/store-postgres';
import { createLeaseClock } from '../executor/lease-clock.ts';
import { lostResult } from '../results.ts';

const TIDY_MS = 10 * 60_000;

/**
 * Creates a function that ends turns whose worker is gone, also when no coordinator waits for them, and deletes old events
 * and workers. Every worker calls it regularly; several may run at the same time.
 */
export function createSweep(bench: TurnBench, database: Database, leaseMs: number): () => Promise<void> {
  const desk = createTurnDesk(database);
  const leases = createLeaseClock();
  let tidiedAt = Number.NEGATIVE_INFINITY;
  let isSweeping = false;
  return async () => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      for (const { key, beats, leaseMs: itsLeaseMs } of await bench.suspects()) {
        // This runs every half lease, and the clock counts at most a quarter of it: it takes two leases to lose a turn.
        if (leases.isOver(formatKey(key), beats, Math.max(itsLeaseMs, leaseMs)))
          await desk.lose(key, beats, lostResult());
      }
      if (performance.now() - tidiedAt < TIDY_MS) return;
      tidiedAt = performance.now();
      await bench.tidy();
    } catch {
      // The database cannot be reached. The next sweep tries again.
    } finally {
      isSweeping = false;
    }
  };
}
