import { randomUUID } from 'node:crypto';
import { CtxError } from '@ctx/contract';
import type { Database } from '@ctx/store-postgres';
import { type BackendFactory, createPostgresBackend, type IQueueBackend, type Job, Queue, Worker } from 'bullmq';
import type { DeliveredKey, Delivery } from './delivery.ts';

/** The place of the queue: Postgres or Redis. */
export interface BullmqDeliveryOptions {
  /** The queue is in this database. `close` leaves it open. */
  readonly database?: Database | undefined;
  /** The queue is in this Redis: an `ioredis` client with `maxRetriesPerRequest: null`. `close` leaves it open. */
  readonly redis?: object | undefined;
  /** How often to look for keys whose worker is gone. Default 5,000. */
  readonly stalledMs?: number | undefined;
}

/**
 * Delivers keys over BullMQ. A worker takes one key whenever it is free. BullMQ's own loop is not used: if the database is
 * down when that loop starts, it stays dead without an error, and it holds a connection for each queue.
 * @throws TypeError unless exactly one of `database` and `redis` is given.
 */
export function createBullmqDelivery({ database, redis, stalledMs = 5_000 }: BullmqDeliveryOptions): Delivery {
  if ((database === undefined) === (redis === undefined)) throw new TypeError('Give either a database or a redis');
  const queues = new Map<string, Queue>();
  const takers = new Map<string, Worker>();
  const connection = (database?.pool ?? redis) as never;
  // This factory leaves out the extra connection for blocking reads, which we do not use.
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
    // The next call of `take` reports the same failure.
    taker.on('error', () => {});
    taker.startStalledCheckTimer().catch(() => {});
    takers.set(pool, taker);
    return taker;
  }

  return {
    async add(pool, keys) {
      // Not `addBulk`: on Postgres it creates a sequence, which our roles may not do.
      for (const jobId of keys) {
        const options = { jobId, removeOnComplete: true, removeOnFail: true };
        await withCtxError('add to', () => queueOf(pool).add('turn', {}, options));
      }
    },
    async take(pool, lockMs) {
      const token = randomUUID();
      const taker = takerOf(pool);
      taker.opts.lockDuration = lockMs;
      const job = await withCtxError('take from', () => taker.getNextJob(token, { block: false }));
      return job === undefined ? undefined : deliveredKey(job, token);
    },
    async limit(pool, max) {
      const queue = queueOf(pool);
      await withCtxError('limit', () =>
        max === undefined ? queue.removeGlobalConcurrency() : queue.setGlobalConcurrency(max),
      );
    },
    async close() {
      await Promise.allSettled([...takers.values(), ...queues.values()].map((each) => each.close()));
    },
  };
}

function deliveredKey(job: Job, token: string): DeliveredKey {
  return {
    key: job.id ?? '',
    // This fails if another worker has the key by now. Then that worker completes the job.
    done: async () => void (await job.moveToCompleted(null, token, false).catch(() => {})),
    keep: async (lockMs: number) => void (await job.extendLock(token, lockMs).catch(() => {})),
  };
}

async function withCtxError<Value>(action: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CtxError('CTX_STORE_FAILED', `BullMQ cannot ${action} the queue: ${why}`, { cause });
  }
}
