/** Brings the keys of turns to workers. It holds nothing but keys: what they stand for is in the database. */
export interface Delivery {
  /** Hands keys to a pool. One that is on its way already is not added a second time. */
  add(pool: string, keys: readonly string[]): Promise<void>;
  /** The next key for a pool, if there is one. It comes again when nobody says `done` or `keep` within `lockMs`. */
  take(pool: string, lockMs: number): Promise<DeliveredKey | undefined>;
  /** At most this many keys of a pool are taken and not done at the same time, over all workers. Missing: any number. */
  limit(pool: string, max: number | undefined): Promise<void>;
  close(): Promise<void>;
}

/** A key that was taken. */
export interface DeliveredKey {
  readonly key: string;
  /** Takes it away for good. */
  done(): Promise<void>;
  /** Keeps it from others for another while. */
  keep(lockMs: number): Promise<void>;
}
