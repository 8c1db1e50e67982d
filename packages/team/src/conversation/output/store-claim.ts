import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { CtxError, type SessionStore } from '@ctx/contract';

/** How long the claim of a dead writer keeps others out. */
const TTL_MS = 30_000;

/** One writer's claim on a store. */
export interface StoreClaim {
  /**
   * Claims the store at the first call and renews the claim from then on. Returns the epoch for appends; `undefined` for
   * a store without claims.
   * @throws CtxError `CTX_STORE_LOCKED` while another writer holds the store.
   */
  take(): Promise<number | undefined>;
  /** Calls `listener` once, when another writer has taken the store. */
  onLost(listener: (error: CtxError) => void): void;
  /** Gives the claim back, so that others can take it at once. */
  release(): Promise<void>;
}

/** Creates a claim that is not taken yet. */
export function createStoreClaim(store: SessionStore, ttlMs: number = TTL_MS): StoreClaim {
  const owner = `process ${process.pid} on ${hostname()}, writer ${randomBytes(6).toString('hex')}`;
  let taken: Promise<number> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let renewal: Promise<void> | undefined;
  let listener = (_error: CtxError) => {};

  function lose(cause?: unknown): void {
    clearInterval(timer);
    const message = 'Another writer has the session now. Resume it when that writer is done.';
    listener(new CtxError('CTX_STORE_CONFLICT', message, { cause }));
  }

  async function renew(epoch: number): Promise<void> {
    try {
      const renewed = await store.claim?.(owner, ttlMs);
      if (renewed?.epoch !== epoch) lose();
    } catch (error) {
      // Any other failure may be gone at the next renewal. The store refuses appends with an old epoch in any case.
      if (CtxError.isInstance(error) && error.code === 'CTX_STORE_LOCKED') lose(error);
    }
  }

  async function claim(): Promise<number> {
    const { epoch } = await store.claim!(owner, ttlMs);
    timer = setInterval(() => {
      renewal = renew(epoch);
    }, ttlMs / 3);
    timer.unref();
    return epoch;
  }

  return {
    async take() {
      if (store.claim === undefined) return undefined;
      taken ??= claim();
      try {
        return await taken;
      } catch (error) {
        taken = undefined;
        throw error;
      }
    },
    onLost(called) {
      listener = called;
    },
    async release() {
      if (taken === undefined) return;
      clearInterval(timer);
      taken = undefined;
      // A renewal that arrived after the release would keep others out until it expires.
      await renewal;
      await store.claim?.(owner, 0).catch(() => {});
    },
  };
}
