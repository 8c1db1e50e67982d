/**
 * Detects that a worker has sent no heartbeat for the length of its lease. It compares heartbeat counts, measures time
 * with this process's monotonic clock, and counts at most a quarter of the lease between two checks. So a healthy
 * worker does not look dead because a clock was set, the database was down or this process was paused.
 */
interface LeaseClock {
  /** True if `beats` has not changed for `leaseMs`. Call it regularly. */
  isOver(key: string, beats: number, leaseMs: number): boolean;
  forget(key: string): void;
}

interface Seen {
  readonly beats: number;
  readonly at: number;
  readonly silentMs: number;
}

/** A clock without any heartbeats so far. */
export function createLeaseClock(now: () => number = () => performance.now()): LeaseClock {
  const seen = new Map<string, Seen>();
  return {
    isOver(key, beats, leaseMs) {
      const before = seen.get(key);
      const at = now();
      if (before === undefined || before.beats !== beats) {
        seen.set(key, { beats, at, silentMs: 0 });
        return false;
      }
      const silentMs = before.silentMs + Math.min(at - before.at, leaseMs / 4);
      seen.set(key, { beats, at, silentMs });
      return silentMs >= leaseMs;
    },
    forget(key) {
      seen.delete(key);
    },
  };
}
