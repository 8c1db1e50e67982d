import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { CtxError, type SessionStore } from '@ctx/contract';

/** How long a writer that is gone keeps others out, where nothing but its claim does. */
const TTL_MS = 30_000;

/** One writer's claim on a store. */
export interface StoreClaim {
  /**
   * The epoch to write under, `undefined` for a store without claims. The store is claimed at the first call, and the
   * claim is renewed from then on.
   * @throws CtxError `CTX_STORE_LOCKED` while somebody else holds the store.
   */
  take(): Promise<number | undefined>;
  /** Called once, when somebody else has the store. */
  onLost(listener: (error: CtxError) => void): void;
  /** Lets others have the store at once. */
  release(): Promise<void>;
}

/** A claim that has not been taken yet. */
export function createStoreClaim(store: SessionStore, ttlMs: number = TTL_MS): StoreClaim {
  const owner = `process ${process.pid} on ${hostname()}, writer ${randomBytes(6).toString('hex')}`;
  let taken: Promise<number> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let listener = (_error: CtxError) => {};

  function lose(cause?: unknown): void {
    clearInterval(timer);
    const message = 'Somebody else writes the session now. Resume it when they are done.';
    listener(new CtxError('CTX_STORE_CONFLICT', message, { cause }));
  }

  async function renew(epoch: number): Promise<void> {
    try {
      const renewed = await store.claim?.(owner, ttlMs);
      if (renewed?.epoch !== epoch) lose();
    } catch (error) {
      // Whatever else goes wrong may have passed the next time; an append under an old epoch is refused in any case.
      if (CtxError.isInstance(error) && error.code === 'CTX_STORE_LOCKED') lose(error);
    }
  }

  async function claim(): Promise<number> {
    const { epoch } = await store.claim!(owner, ttlMs);
    timer = setInterval(() => void renew(epoch), ttlMs / 3);
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
      await store.claim?.(owner, 0).catch(() => {});
    },
  };
}
