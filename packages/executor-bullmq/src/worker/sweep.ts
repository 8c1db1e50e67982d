import { createTurnDesk, type Database, formatKey, type TurnBench } from '@ctx/store-postgres';
import { createLeaseClock } from '../executor/lease-clock.ts';
import { lostResult } from '../results.ts';

const TIDY_MS = 10 * 60_000;

/**
 * Ends turns whose worker is gone and that nobody waits for, and takes away what nobody needs any more. Every worker does
 * so now and then; several at the same time do no harm.
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
        // Looked at every half of our lease: twice its own lease has to pass before it is over.
        if (leases.isOver(formatKey(key), beats, Math.max(itsLeaseMs, leaseMs)))
          await desk.lose(key, beats, lostResult());
      }
      if (performance.now() - tidiedAt < TIDY_MS) return;
      tidiedAt = performance.now();
      await bench.tidy();
    } catch {
      // The database is away; there is a next time.
    } finally {
      isSweeping = false;
    }
  };
}
