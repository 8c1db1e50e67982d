import { formatKey, type TurnBench, type TurnTicket } from '@ctx/store-postgres';
import type { DeliveredKey } from '../delivery/delivery.ts';

/** Why a turn was ended from outside. */
export type EndReason = 'cancelled' | 'fenced' | 'handed back';

/** A turn that a worker runs right now. */
export interface RunningTurn {
  readonly ticket: TurnTicket;
  readonly delivered: DeliveredKey;
  readonly abort: AbortController;
  /** Why it was aborted. */
  reason: EndReason | undefined;
  isWatched: boolean;
}

/** A sign of life comes four times a lease, and at least this often: with it comes what was missed of cancelling. */
const MOST_BEAT_MS = 5_000;

/** How often a sign of life is due. */
export function beatMsFor(leaseMs: number): number {
  return Math.max(50, Math.min(leaseMs / 4, MOST_BEAT_MS));
}

/** All turns that a worker runs: shows their signs of life, and ends those that are not its own any more. */
export function createRunningTurns(bench: TurnBench, leaseMs: number) {
  const running = new Map<string, RunningTurn>();
  let beating: Promise<void> | undefined;
  let isDue = false;

  function endTurn(turn: RunningTurn, reason: EndReason): void {
    turn.reason ??= reason;
    turn.abort.abort();
  }

  async function beatOnce(): Promise<void> {
    isDue = false;
    const all = [...running.values()];
    if (all.length === 0) return;
    const beats = new Map((await bench.beat(all.map(({ ticket }) => ticket))).map((beat) => [beat.ticket, beat]));
    for (const turn of all) {
      const beat = beats.get(turn.ticket.ticket);
      // One that has just ended by itself is not running any more.
      if (beat === undefined) {
        if (running.has(turn.ticket.ticket)) endTurn(turn, 'fenced');
        continue;
      }
      turn.isWatched = beat.isWatched;
      if (beat.isCancelled) endTurn(turn, 'cancelled');
      await turn.delivered.keep(leaseMs);
    }
  }

  return {
    size: () => running.size,
    keys: () => [...running.values()].map(({ ticket }) => formatKey(ticket.key)),
    add(turn: RunningTurn): void {
      running.set(turn.ticket.ticket, turn);
    },
    remove({ ticket }: RunningTurn): void {
      running.delete(ticket.ticket);
    },
    endAll(reason: EndReason): void {
      for (const turn of running.values()) endTurn(turn, reason);
    },
    /** Shows signs of life now. One at a time; a call during another makes it come once more. */
    beat(): Promise<void> {
      isDue = true;
      beating ??= (async () => {
        try {
          while (isDue) await beatOnce();
        } catch {
          // The database is away. It will be asked again; whether a turn is still ours it says then.
        } finally {
          beating = undefined;
        }
      })();
      return beating;
    },
  };
}
