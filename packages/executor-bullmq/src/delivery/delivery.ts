/** Brings the keys of turns to workers. It holds only keys; the turns are in the database. */
export interface Delivery {
  /** Queues keys for a pool. A key that is already queued is not added again. */
  add(pool: string, keys: readonly string[]): Promise<void>;
  /** Takes the next key of a pool. It is delivered again if neither `done` nor `keep` is called within `lockMs`. */
  take(pool: string, lockMs: number): Promise<DeliveredKey | undefined>;
  /** Sets how many keys of a pool may be taken and not done at the same time, over all workers. `undefined`: no limit. */
  limit(pool: string, max: number | undefined): Promise<void>;
  close(): Promise<void>;
}

/** A key that a worker has taken. */
export interface DeliveredKey {
  readonly key: string;
  /** Removes the key from the queue. */
  done(): Promise<void>;
  /** Extends the time in which no other worker gets the key. */
  keep(lockMs: number): Promise<void>;
}
