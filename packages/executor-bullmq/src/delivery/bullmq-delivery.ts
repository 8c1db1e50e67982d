import { randomUUID } from 'node:crypto';
import { CtxError } from '@ctx/contract';
import type { Database } from '@ctx/store-postgres';
import { type BackendFactory, createPostgresBackend, type IQueueBackend, type Job, Queue, Worker } from 'bullmq';
import type { Delivery } from './delivery.ts';

/** Where the queue is: in the same Postgres, or in Redis. */
export interface BullmqDeliveryOptions {
  /** The queue is in this database. */
  readonly database?: Database | undefined;
  /** The queue is in this Redis: a client of `ioredis`, made with `maxRetriesPerRequest: null`. It stays open. */
  readonly redis?: object | undefined;
  /** How often it looks for keys whose worker is gone. Default 5,000. */
  readonly stalledMs?: number | undefined;
}

/**
 * Keys over BullMQ. Keys are asked for one at a time by whoever has a hand free; BullMQ's own loop is not used, since it
 * stays dead without a word when the database was away at its start, and holds a connection for each queue.
 * @throws TypeError unless exactly one of `database` and `redis` is given.
 */
export function createBullmqDelivery({ database, redis, stalledMs = 5_000 }: BullmqDeliveryOptions): Delivery {
  if ((database === undefined) === (redis === undefined)) throw new TypeError('Give either a database or a redis');
  const queues = new Map<string, Queue>();
  const takers = new Map<string, Worker>();
  const connection = (database?.pool ?? redis) as never;
  // Without the connection for blocking that a worker would hold: nobody blocks.
  const factory = (database && ((name, options) => createPostgresBackend(name, options as never))) as
    | BackendFactory<IQueueBackend>
    | undefined;

  function queueOf(pool: string): Queue {
    const known = queues.get(pool);
    if (known !== undefined) return known;
    const queue = new Queue(pool, { connection }, factory as never);
    queue.on('error', () => {});
    queues.set(pool, queue);
    return queue;
  }

  function takerOf(pool: string): Worker {
    const known = takers.get(pool);
    if (known !== undefined) return known;
    const options = { connection, autorun: false, stalledInterval: stalledMs, maxStalledCount: 1_000_000 };
    const taker = new Worker(pool, null, options, factory as never);
    // What fails here fails again where it is asked for.
    taker.on('error', () => {});
    taker.startStalledCheckTimer().catch(() => {});
    takers.set(pool, taker);
    return taker;
  }

  return {
    async add(pool, keys) {
      // Not `addBulk`: on Postgres it wants to create a sequence, which no role of ours may.
      for (const jobId of keys) {
        const options = { jobId, removeOnComplete: true, removeOnFail: true };
        await asOurs('add to', () => queueOf(pool).add('turn', {}, options));
      }
    },
    async take(pool, lockMs) {
      const token = randomUUID();
      const taker = takerOf(pool);
      taker.opts.lockDuration = lockMs;
      const job = await asOurs('take from', () => taker.getNextJob(token, { block: false }));
      return job === undefined ? undefined : delivered(job, token);
    },
    async limit(pool, max) {
      const queue = queueOf(pool);
      await asOurs('limit', () =>
        max === undefined ? queue.removeGlobalConcurrency() : queue.setGlobalConcurrency(max),
      );
    },
    async close() {
      await Promise.allSettled([...takers.values(), ...queues.values()].map((each) => each.close()));
    },
  };
}

function delivered(job: Job, token: string) {
  return {
    key: job.id ?? '',
    // A key that somebody else has by now is theirs to take away.
    done: async () => void (await job.moveToCompleted(null, token, false).catch(() => {})),
    keep: async (lockMs: number) => void (await job.extendLock(token, lockMs).catch(() => {})),
  };
}

async function asOurs<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CtxError('CTX_STORE_FAILED', `BullMQ cannot ${what} the queue: ${why}`, { cause });
  }
}
