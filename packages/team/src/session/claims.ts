import { CtxError } from '@ctx/contract';

/** Who may write, as far as one process knows. */
export interface Claims {
  /** As `SessionStore.claim`. */
  claim(owner: string, ttlMs: number): { readonly epoch: number };
  /** @throws CtxError `CTX_STORE_CONFLICT` for an epoch that is not the newest. */
  require(epoch: number | undefined): void;
}

/** Claims that are kept in memory, for stores that a lock or their nature keeps within one process. */
export function createClaims(): Claims {
  let epoch = 0;
  let holder: { readonly owner: string; readonly until: number } | undefined;
  return {
    claim(owner, ttlMs) {
      // Not the time of day: somebody may set the clock.
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
