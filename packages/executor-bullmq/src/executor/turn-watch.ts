import { type CoordinatorTurns, formatKey, type TurnKey, type TurnProgress } from '@ctx/store-postgres';
import type { Delivery } from '../delivery/delivery.ts';
import { lostResult } from '../results.ts';
import { createLeaseClock } from './lease-clock.ts';
import { createWatchedTurn, type WatchedTurn } from './watched-turn.ts';

/** Notifications can be lost, so the turns are also polled this often. */
const POLL_MS = 1_000;
/** How often turns are marked as watched. */
const MARK_MS = 5_000;

/** Watches all turns of a process with one query a second, however many turns there are. */
export function createTurnWatch(coordinatorTurns: CoordinatorTurns, delivery: Delivery) {
  const watched = new Set<WatchedTurn>();
  const leases = createLeaseClock();
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;
  let markedAt = Number.NEGATIVE_INFINITY;

  async function poll(): Promise<void> {
    if (isPolling || watched.size === 0) return;
    isPolling = true;
    try {
      const turns = [...watched];
      const found = await coordinatorTurns.readProgress(turns.map(({ key }) => key));
      const byKey = new Map(found.map((progress) => [formatKey(progress.key), progress]));
      for (const turn of turns) turn.update(byKey.get(formatKey(turn.key)));
      for (const progress of found) await loseIfSilent(progress);
      await redeliver(turns.filter((turn) => turn.isRedeliveryDue()));
      await markWatched(turns.filter((turn) => turn.isRead()));
    } catch {
      // The database cannot be reached. The next poll comes in a second.
    } finally {
      isPolling = false;
    }
  }

  async function loseIfSilent({ key, state, beats, leaseMs }: TurnProgress): Promise<void> {
    if (state !== 'running' || !leases.isOver(formatKey(key), beats, leaseMs)) return;
    await coordinatorTurns.markLost(key, beats, lostResult());
  }

  // The queue may have lost the key, or a worker died after taking it. Adding it again is harmless.
  async function redeliver(turns: readonly WatchedTurn[]): Promise<void> {
    for (const pool of new Set(turns.map((turn) => turn.pool))) {
      const keys = turns.filter((turn) => turn.pool === pool).map(({ key }) => formatKey(key));
      await delivery.add(pool, keys);
      await coordinatorTurns.wakeWorkers(pool);
    }
  }

  async function markWatched(turns: readonly WatchedTurn[]): Promise<void> {
    if (turns.length === 0 || performance.now() - markedAt < MARK_MS) return;
    markedAt = performance.now();
    await coordinatorTurns.markWatched(turns.map(({ key }) => key));
  }

  return {
    /** Starts to watch a turn, until `leave` is called. */
    watch(key: TurnKey, pool: string): WatchedTurn & { leave(): void } {
      const turn = createWatchedTurn(key, pool);
      watched.add(turn);
      const unlisten = coordinatorTurns.onNews(key, turn.wakeReader);
      timer ??= setInterval(() => void poll(), POLL_MS);
      return {
        ...turn,
        leave() {
          unlisten();
          watched.delete(turn);
          leases.forget(formatKey(key));
          if (watched.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}
