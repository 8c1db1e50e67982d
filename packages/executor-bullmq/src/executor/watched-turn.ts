import type { TurnKey, TurnLook } from '@ctx/store-postgres';

/** How long a turn may wait before its key is handed over once more; twice as long each time. */
const FIRST_REDELIVERY_MS = 10_000;
const LAST_REDELIVERY_MS = 300_000;
/** While nobody begins a turn, its reader is woken this often to say why. */
const LONG_WAIT_MS = 5_000;
/** A reader that asks for nothing for so long does not watch. */
const PATIENCE_MS = 10_000;

/** A turn that somebody waits for, as far as it was looked at. */
export interface WatchedTurn {
  readonly key: TurnKey;
  readonly pool: string;
  /** Something may be new. */
  ring(): void;
  /** Resolves when something may be new. */
  next(): Promise<void>;
  /** Takes in what a look has shown; `undefined` when the turn is gone. Rings when it is new. */
  see(look: TurnLook | undefined): void;
  /** Whether its reader reads: one that never asks for more is no watcher. */
  isRead(): boolean;
  /** True when nobody has begun it for so long that it is worth a word. */
  waitsLong(): boolean;
  /** True when its key should be handed over once more; the next time is later. */
  isRedeliveryDue(): boolean;
}

/** A turn that has not been looked at yet. */
export function createWatchedTurn(key: TurnKey, pool: string, now = () => performance.now()): WatchedTurn {
  let state: TurnLook['state'] | undefined;
  let batch = 0;
  let askedAt = now();
  let queuedSince: number | undefined = now();
  let redeliverAfter = FIRST_REDELIVERY_MS;
  let redeliverAt = now() + redeliverAfter;
  let longWaits = 0;
  let isRung = false;
  let wake: (() => void) | undefined;

  const ring = () => {
    isRung = true;
    wake?.();
  };
  const waitsLong = () => queuedSince !== undefined && now() - queuedSince > LONG_WAIT_MS;

  return {
    key,
    pool,
    ring,
    waitsLong,
    async next() {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      isRung = false;
      askedAt = now();
    },
    see(look) {
      if (look === undefined || look.state !== state || look.batch !== batch) ring();
      state = look?.state;
      batch = look?.batch ?? 0;
      queuedSince = state === 'queued' ? (queuedSince ?? now()) : undefined;
      const waits = queuedSince === undefined ? 0 : Math.floor((now() - queuedSince) / LONG_WAIT_MS);
      if (waits > longWaits) ring();
      longWaits = waits;
    },
    // Whoever waits to be woken has read everything there is.
    isRead: () => wake !== undefined || now() - askedAt < PATIENCE_MS,
    isRedeliveryDue() {
      if (queuedSince === undefined || now() < redeliverAt) return false;
      redeliverAfter = Math.min(redeliverAfter * 2, LAST_REDELIVERY_MS);
      redeliverAt = now() + redeliverAfter;
      return true;
    },
  };
}
