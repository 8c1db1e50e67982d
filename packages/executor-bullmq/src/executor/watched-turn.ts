import type { TurnKey, TurnProgress } from '@ctx/store-postgres';

/** How long a turn may be queued before its key is added to the queue again. The pause doubles each time. */
const FIRST_REDELIVERY_MS = 10_000;
/** The longest pause between two redeliveries. */
const LONGEST_REDELIVERY_MS = 300_000;
/** While a turn is queued, its reader is woken this often, to warn if there is no worker for it. */
const LONG_WAIT_MS = 5_000;
/** A reader that has not asked for news for this long no longer counts as watching. */
const READER_IDLE_MS = 10_000;

/** A turn that a reader of this process waits for. */
export interface WatchedTurn {
  readonly key: TurnKey;
  readonly pool: string;
  /** Wakes the reader, because there may be news. */
  wakeReader(): void;
  /** Resolves when there may be news. */
  waitForNews(): Promise<void>;
  /** Takes the current state of the turn, `undefined` if it was removed. Wakes the reader if it has changed. */
  update(progress: TurnProgress | undefined): void;
  /** Whether the reader waits for news or has asked for them lately. */
  isRead(): boolean;
  /** True if the turn has been queued for so long that the reader should be warned. */
  waitsLong(): boolean;
  /** True if its key should be added to the queue again. Each call that returns true doubles the pause. */
  isRedeliveryDue(): boolean;
}

/** A turn whose state is not known yet. */
export function createWatchedTurn(key: TurnKey, pool: string, now = () => performance.now()): WatchedTurn {
  let state: TurnProgress['state'] | undefined;
  let batch = 0;
  let askedAt = now();
  let queuedSince: number | undefined = now();
  let redeliverAfterMs = FIRST_REDELIVERY_MS;
  let redeliverAt = now() + redeliverAfterMs;
  let longWaits = 0;
  let isWoken = false;
  let endWait: (() => void) | undefined;

  const wakeReader = () => {
    isWoken = true;
    endWait?.();
  };
  const waitsLong = () => queuedSince !== undefined && now() - queuedSince > LONG_WAIT_MS;

  return {
    key,
    pool,
    wakeReader,
    waitsLong,
    async waitForNews() {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          endWait = resolve;
        });
        endWait = undefined;
      }
      isWoken = false;
      askedAt = now();
    },
    update(progress) {
      if (progress === undefined || progress.state !== state || progress.batch !== batch) wakeReader();
      state = progress?.state;
      batch = progress?.batch ?? 0;
      queuedSince = state === 'queued' ? (queuedSince ?? now()) : undefined;
      const waits = queuedSince === undefined ? 0 : Math.floor((now() - queuedSince) / LONG_WAIT_MS);
      if (waits > longWaits) wakeReader();
      longWaits = waits;
    },
    // A reader that waits to be woken has read everything so far.
    isRead: () => endWait !== undefined || now() - askedAt < READER_IDLE_MS,
    isRedeliveryDue() {
      if (queuedSince === undefined || now() < redeliverAt) return false;
      redeliverAfterMs = Math.min(redeliverAfterMs * 2, LONGEST_REDELIVERY_MS);
      redeliverAt = now() + redeliverAfterMs;
      return true;
    },
  };
}
