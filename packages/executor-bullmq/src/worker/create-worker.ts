import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { TurnExecutor } from '@ctx/contract';
import { createTurnBench, type Database, parseKey } from '@ctx/store-postgres';
import type { DeliveredKey, Delivery } from '../delivery/delivery.ts';
import { poolName, type TeamIdentity } from '../team-identity.ts';
import { runClaimed } from './run-claimed.ts';
import { beatMsFor, createRunningTurns, type RunningTurn } from './running-turns.ts';
import { createSweep } from './sweep.ts';
import { createWorkLoop } from './work-loop.ts';
import { requireWorkable, workerPools } from './worker-pools.ts';

/** What a worker runs, for whom, and how much of it. */
export interface WorkerOptions {
  /** Stays open. */
  readonly database: Database;
  /** Stays open. */
  readonly delivery: Delivery;
  /** Runs the turns: the local executor of `@ctx/team`, or one of your own. */
  readonly executor: TurnExecutor;
  /** `identifyTeam` of this worker's own team file. Members of no other are run. */
  readonly team: TeamIdentity;
  /** The agent types it runs. Default: all of the team. */
  readonly can?: readonly string[] | undefined;
  /** Turns at the same time. Default 1. */
  readonly concurrency?: number | undefined;
  /** At most this many turns of an agent type run at the same time, over all workers of the team. */
  readonly limits?: Readonly<Record<string, number>> | undefined;
  /** How long a worker that is gone keeps its turns. Default 60,000. */
  readonly leaseMs?: number | undefined;
}

/** How a worker is doing. */
export interface WorkerStatus {
  /** Unique among all workers; names the machine and the process. */
  readonly id: string;
  readonly running: number;
  readonly done: number;
  /** Turns that somebody else had by the time they ended here. */
  readonly fenced: number;
  /** What last went wrong with database or queue, until something goes right again. */
  readonly problem?: string | undefined;
}

/** Runs turns for others. */
export interface TurnWorker {
  status(): WorkerStatus;
  /**
   * Takes nothing more. Resolves when what it runs has ended; what has not after `graceMs` is ended and handed back as
   * `unknown`, for the policy of its member to decide. Default: it waits as long as it takes.
   */
  stop(options?: { readonly graceMs?: number | undefined }): Promise<void>;
}

const REGISTER_MS = 5_000;

/**
 * Starts to run turns. Check with `requireReady` first that the database is there.
 * @throws RangeError for a concurrency or lease that is not a number above 0, or agent types that the team does not have.
 */
export function createWorker(options: WorkerOptions): TurnWorker {
  const { database, delivery, executor, team, concurrency = 1, leaseMs = 60_000 } = options;
  requireWorkable({ concurrency, leaseMs });
  const pools = workerPools(team, options.can);
  const id = `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`;
  const bench = createTurnBench(database);
  const running = createRunningTurns(bench, leaseMs);
  const counts = { done: 0, fenced: 0 };
  let problem: string | undefined;

  async function perform(delivered: DeliveredKey): Promise<void> {
    const key = parseKey(delivered.key);
    if (key === undefined) return delivered.done();
    const ticket = { key, ticket: randomUUID() };
    const claimed = await bench.claim(ticket, { worker: id, leaseMs });
    // A turn that has been begun or ended: whoever waits for it watches it, so the key can go.
    if (claimed === undefined) return delivered.done();
    const turn: RunningTurn = { ticket, delivered, abort: new AbortController(), reason: undefined, isWatched: true };
    running.add(turn);
    try {
      const isOurs = await runClaimed({ bench, executor, team }, claimed, turn);
      counts[isOurs ? 'done' : 'fenced'] += 1;
    } finally {
      running.remove(turn);
    }
    await delivered.done();
  }

  async function take() {
    for (const pool of [...pools]) {
      // The next time another pool is first, so that none starves.
      pools.push(pools.shift()!);
      const delivered = await delivery.take(pool, leaseMs);
      if (delivered !== undefined) return { done: perform(delivered) };
    }
    return undefined;
  }

  function note(error?: unknown): void {
    problem = error instanceof Error ? error.message : error === undefined ? undefined : String(error);
  }

  async function setLimits(): Promise<void> {
    for (const [agentType, max] of Object.entries(options.limits ?? {})) {
      await delivery.limit(poolName(team, agentType), max).catch(note);
    }
  }

  const loop = createWorkLoop({ take, concurrency, note });
  const sweep = createSweep(bench, database, leaseMs);
  const register = () => bench.register(id, pools).catch(note);
  const timers = [
    setInterval(() => void running.beat(), beatMsFor(leaseMs)),
    setInterval(() => void register(), REGISTER_MS),
    setInterval(() => void sweep(), Math.max(leaseMs / 2, 200)),
  ];
  const unlisten = [
    ...pools.map((pool) => bench.onWork({ pool }, loop.rouse)),
    bench.onWork({ worker: id }, () => void running.beat()),
  ];
  const started = Promise.all([register(), setLimits()]).then(loop.start);

  return {
    status: () => ({ id, running: running.size(), ...counts, problem }),
    async stop({ graceMs } = {}) {
      const timer = graceMs === undefined ? undefined : setTimeout(() => running.endAll('handed back'), graceMs);
      await started;
      await loop.stop();
      clearTimeout(timer);
      for (const each of timers) clearInterval(each);
      for (const end of unlisten) end();
      await bench.unregister(id).catch(() => {});
    },
  };
}
