import { CtxError } from '@ctx/contract';

/** The claims on a session within one process. */
export interface Claims {
  /** See `SessionStore.claim`. */
  claim(owner: string, ttlMs: number): { readonly epoch: number };
  /** @throws CtxError `CTX_STORE_CONFLICT` for an epoch that is not the newest. */
  require(epoch: number | undefined): void;
}

/** Claims in memory, for stores that only one process writes at a time. */
export function createClaims(): Claims {
  let epoch = 0;
  let holder: { readonly owner: string; readonly until: number } | undefined;
  return {
    claim(owner, ttlMs) {
      // A monotonic clock, because the system time may be changed.
      const now = performance.now();
      if (holder !== undefined && holder.owner !== owner && holder.until > now) {
        throw new CtxError('CTX_STORE_LOCKED', `The session is claimed by ${holder.owner}. Wait for it to end.`);
      }
      if (holder?.owner !== owner) epoch += 1;
      holder = { owner, until: now + ttlMs };
      return { epoch };
    },
    require(given) {
      if (given === undefined || given === epoch) return;
      throw new CtxError(
        'CTX_STORE_CONFLICT',
        `The claim ${given} on the session is over; the newest is ${epoch}. Resume the session.`,
      );
    },
  };
}
