import type { TurnTicket, WorkerTurns } from '@ctx/store-postgres';
import type { DeliveredKey } from '../delivery/delivery.ts';

/** Why the worker ended a turn: it was cancelled, the turn was lost to the lease, or the worker is stopping. */
type EndReason = 'cancelled' | 'fenced' | 'handed back';

/** A turn that a worker is running. */
export interface RunningTurn {
  readonly ticket: TurnTicket;
  readonly delivered: DeliveredKey;
  readonly abort: AbortController;
  /** Why it was aborted. */
  reason: EndReason | undefined;
  isWatched: boolean;
}

/** The longest pause between heartbeats. Their answers also report cancelled turns whose notification was lost. */
const LONGEST_BEAT_MS = 5_000;

/** The pause between heartbeats: a quarter of the lease, within limits. */
export function beatMsFor(leaseMs: number): number {
  return Math.max(50, Math.min(leaseMs / 4, LONGEST_BEAT_MS));
}

/** The running turns of a worker. It sends their heartbeats, and ends turns that are cancelled or lost. */
export function createRunningTurns(workerTurns: WorkerTurns, leaseMs: number) {
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
    const beats = new Map((await workerTurns.beat(all.map(({ ticket }) => ticket))).map((beat) => [beat.ticket, beat]));
    for (const turn of all) {
      const beat = beats.get(turn.ticket.ticket);
      if (beat === undefined) {
        // The turn was lost, unless it has just ended by itself.
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
    add(turn: RunningTurn): void {
      running.set(turn.ticket.ticket, turn);
    },
    remove({ ticket }: RunningTurn): void {
      running.delete(ticket.ticket);
    },
    endAll(reason: EndReason): void {
      for (const turn of running.values()) endTurn(turn, reason);
    },
    /** Sends a heartbeat now. If one is under way, another follows it. */
    beat(): Promise<void> {
      isDue = true;
      beating ??= (async () => {
        try {
          while (isDue) await beatOnce();
        } catch {
          // The database cannot be reached. The next heartbeat will show which turns are still ours.
        } finally {
          beating = undefined;
        }
      })();
      return beating;
    },
  };
}
