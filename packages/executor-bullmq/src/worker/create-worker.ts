import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { TurnExecutor } from '@ctx/contract';
import { createWorkerTurns, type Database, parseKey } from '@ctx/store-postgres';
import type { DeliveredKey, Delivery } from '../delivery/delivery.ts';
import { poolName, type TeamIdentity } from '../team-identity.ts';
import { runClaimed } from './run-claimed.ts';
import { beatMsFor, createRunningTurns, type RunningTurn } from './running-turns.ts';
import { createSweep } from './sweep.ts';
import { createWorkLoop } from './work-loop.ts';
import { requirePositive, workerPools } from './worker-pools.ts';

/** The connections, the team and the limits of a worker. */
export interface WorkerOptions {
  /** Holds the turns. The caller closes it. */
  readonly database: Database;
  /** Brings the keys of the turns. The caller closes it. */
  readonly delivery: Delivery;
  /** Runs the turns: the local executor of `@ctx/team`, or your own. */
  readonly executor: TurnExecutor;
  /** The result of `identifyTeam` for this worker's own team file. It runs only members of this team. */
  readonly team: TeamIdentity;
  /** The agent types it runs. Default: all types of the team. */
  readonly can?: readonly string[] | undefined;
  /** Turns at the same time. Default 1. */
  readonly concurrency?: number | undefined;
  /** The most turns of an agent type at the same time, over all workers of the team. */
  readonly limits?: Readonly<Record<string, number>> | undefined;
  /** How long after its last heartbeat a worker loses its turns. Default 60,000. */
  readonly leaseMs?: number | undefined;
}

/** The state of a worker. */
export interface WorkerStatus {
  /** Unique among all workers. It contains the host name and the PID. */
  readonly id: string;
  /** Turns that run now. */
  readonly running: number;
  /** Turns that have ended. */
  readonly done: number;
  /** Turns that this worker had lost by the time they ended. */
  readonly fenced: number;
  /** The last failure of the database or the queue, until it works again. */
  readonly problem?: string | undefined;
}

/** Runs turns that coordinators have queued. */
export interface TurnWorker {
  status(): WorkerStatus;
  /**
   * Takes no more turns and resolves when the running ones have ended. Turns that still run after `graceMs` are ended with
   * the status `unknown`; the conversation then decides whether they run again. Default: it waits as long as it takes.
   */
  stop(options?: { readonly graceMs?: number | undefined }): Promise<void>;
}

const REGISTER_MS = 5_000;

/**
 * Starts a worker. Call `requireReady` first to check the database.
 * @throws RangeError for a concurrency or lease that is not a number above 0, or agent types that the team does not have.
 */
export function createWorker(options: WorkerOptions): TurnWorker {
  const { database, delivery, executor, team, concurrency = 1, leaseMs = 60_000 } = options;
  requirePositive({ concurrency, leaseMs });
  const pools = workerPools(team, options.can);
  const id = `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`;
  const workerTurns = createWorkerTurns(database);
  const running = createRunningTurns(workerTurns, leaseMs);
  const unsetLimits = new Map(Object.entries(options.limits ?? {}));
  const counts = { done: 0, fenced: 0 };
  let problem: string | undefined;

  async function perform(delivered: DeliveredKey): Promise<void> {
    const key = parseKey(delivered.key);
    if (key === undefined) return delivered.done();
    const ticket = { key, ticket: randomUUID() };
    const claimed = await workerTurns.claim(ticket, { worker: id, leaseMs });
    // The turn has already started or ended, so the key is no longer needed.
    if (claimed === undefined) return delivered.done();
    const turn: RunningTurn = { ticket, delivered, abort: new AbortController(), reason: undefined, isWatched: true };
    running.add(turn);
    try {
      const isOurs = await runClaimed({ workerTurns, executor, team }, claimed, turn);
      counts[isOurs ? 'done' : 'fenced'] += 1;
    } finally {
      running.remove(turn);
    }
    await delivered.done();
  }

  // Limits that could not be set are set again before the next turn is taken, so that no turn runs without them.
  async function setLimits(): Promise<void> {
    for (const [agentType, max] of unsetLimits) {
      await delivery.limit(poolName(team, agentType), max);
      unsetLimits.delete(agentType);
    }
  }

  async function take() {
    await setLimits();
    for (const pool of [...pools]) {
      // Start with another pool next time, so that none starves.
      pools.push(pools.shift()!);
      const delivered = await delivery.take(pool, leaseMs);
      if (delivered !== undefined) return { done: perform(delivered) };
    }
    return undefined;
  }

  function note(error?: unknown): void {
    if (error === undefined) problem = undefined;
    else problem = error instanceof Error ? error.message : String(error);
  }

  const loop = createWorkLoop({ take, concurrency, note });
  const sweep = createSweep(workerTurns, database, leaseMs);
  const register = () => workerTurns.register(id, pools).catch(note);
  const timers = [
    setInterval(() => void running.beat(), beatMsFor(leaseMs)),
    setInterval(() => void register(), REGISTER_MS),
    setInterval(() => void sweep(), Math.max(leaseMs / 2, 200)),
  ];
  const unlisten = [
    ...pools.map((pool) => workerTurns.onWork({ pool }, loop.wake)),
    workerTurns.onWork({ worker: id }, () => void running.beat()),
  ];
  const started = register().then(loop.start);

  return {
    status: () => ({ id, running: running.size(), ...counts, problem }),
    async stop({ graceMs } = {}) {
      const timer = graceMs === undefined ? undefined : setTimeout(() => running.endAll('handed back'), graceMs);
      await started;
      await loop.stop();
      clearTimeout(timer);
      for (const each of timers) clearInterval(each);
      for (const end of unlisten) end();
      await workerTurns.unregister(id).catch(() => {});
    },
  };
}
