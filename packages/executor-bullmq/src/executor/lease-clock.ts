/**
 * Tells when a worker has shown no sign of life for its lease. It compares counts, by the clock of this process that
 * nobody can set, and counts only time in which it looked: neither a clock that is set, nor a database that was away, nor a
 * pause of this process makes a healthy worker look dead.
 */
export interface LeaseClock {
  /** True when `beats` has been the same for `leaseMs`. */
  isOver(key: string, beats: number, leaseMs: number): boolean;
  forget(key: string): void;
}

interface Seen {
  readonly beats: number;
  readonly at: number;
  readonly silentMs: number;
}

/** A clock that has seen nothing yet. */
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
