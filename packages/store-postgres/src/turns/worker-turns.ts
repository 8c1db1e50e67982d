import type { AgentEvent, TurnResult } from '@ctx/contract';
import { NEWS_CHANNEL, WORK_CHANNEL } from '../database/channels.ts';
import type { Database } from '../database/database.ts';
import type { TurnProgress } from './coordinator-turns.ts';
import { keyColumns, keyOf } from './turn-columns.ts';
import { formatKey, type TurnKey } from './turn-key.ts';

/** One claim of one turn: the right to write its events and result. It ends when the turn is given up as lost. */
export interface TurnTicket {
  readonly key: TurnKey;
  /** Unique to this claim. */
  readonly ticket: string;
}

/** A turn that was claimed. */
export interface ClaimedTurn {
  /** The turn as JSON. */
  readonly payload: string;
  readonly pool: string;
  readonly memberHash: string;
}

/** The answer to a heartbeat, for one turn. */
export interface TurnBeat {
  readonly ticket: string;
  readonly isCancelled: boolean;
  readonly isWatched: boolean;
}

/** The table of turns as a worker uses it. Writes have an effect only while their ticket is valid. */
export interface WorkerTurns {
  /** Claims a queued turn. `undefined` if it is running, done or gone. */
  claim(
    ticket: TurnTicket,
    options: { readonly worker: string; readonly leaseMs: number },
  ): Promise<ClaimedTurn | undefined>;
  /** Sends a heartbeat. Tickets that are not in the answer are no longer valid. */
  beat(tickets: readonly TurnTicket[]): Promise<readonly TurnBeat[]>;
  /** Writes a batch of events. Writing the same batch again has no effect. False if the ticket is no longer valid. */
  writeEvents(ticket: TurnTicket, batch: number, events: readonly AgentEvent[]): Promise<boolean>;
  /**
   * Ends a turn. False if the ticket is no longer valid: then the result is not written.
   * @param hasEvents whether the turn has written events, which `deleteOld` then removes.
   */
  finish(ticket: TurnTicket, result: TurnResult, hasEvents: boolean): Promise<boolean>;
  /** Running turns without a heartbeat for longer than their lease, by the server's clock. At most 100. */
  silentTurns(): Promise<readonly Omit<TurnProgress, 'state' | 'batch'>[]>;
  /** Announces that a worker is running, and its pools. */
  register(worker: string, pools: readonly string[]): Promise<void>;
  unregister(worker: string): Promise<void>;
  /** Deletes the events of turns that ended an hour ago, and workers that were last seen a day ago. */
  deleteOld(): Promise<void>;
  /**
   * Calls `wake` when a pool has new work, or when a turn of the worker is cancelled. Returns a function that stops
   * listening.
   */
  onWork(topic: { readonly pool: string } | { readonly worker: string }, wake: () => void): () => void;
}

/** The turns of a database, for a worker. */
export function createWorkerTurns(database: Database): WorkerTurns {
  return {
    async claim({ key, ticket }, { worker, leaseMs }) {
      const [row] = await database.query(CLAIM, [key.sessionId, key.turnId, key.attempt, ticket, worker, leaseMs]);
      if (row === undefined) return undefined;
      return {
        payload: String(row['payload']),
        pool: String(row['pool']),
        memberHash: String(row['member_hash']),
      };
    },
    async beat(tickets) {
      const columns = [...keyColumns(tickets.map(({ key }) => key)), tickets.map(({ ticket }) => ticket)];
      const rows = await database.query(BEAT, columns);
      return rows.map((row) => ({
        ticket: String(row['ticket']),
        isCancelled: row['cancelled'] === true,
        isWatched: row['watched'] === true,
      }));
    },
    async writeEvents({ key, ticket }, batch, events) {
      const values = [key.sessionId, key.turnId, key.attempt, ticket, batch, JSON.stringify(events), formatKey(key)];
      return (await database.query(WRITE_EVENTS, values)).length > 0;
    },
    async finish({ key, ticket }, result, hasEvents) {
      const values = [
        key.sessionId,
        key.turnId,
        key.attempt,
        ticket,
        JSON.stringify(result),
        hasEvents,
        formatKey(key),
      ];
      // The result is minutes of work, so wait for the database as long as it takes.
      return (await database.query(FINISH, values, { retryMs: Number.POSITIVE_INFINITY })).length > 0;
    },
    async silentTurns() {
      const rows = await database.query(
        `select session_id, turn_id, attempt, beats, lease_ms from ctx.turns
          where state = 'running' and beat_at < clock_timestamp() - lease_ms * interval '1 millisecond'
          order by beat_at limit 100`,
      );
      return rows.map((row) => ({
        key: keyOf(row),
        beats: Number(row['beats']),
        leaseMs: Number(row['lease_ms']),
      }));
    },
    async register(worker, pools) {
      await database.query(
        `insert into ctx.workers (worker, pools) values ($1, $2)
         on conflict (worker) do update set pools = excluded.pools, seen_at = clock_timestamp()`,
        [worker, pools],
      );
    },
    async unregister(worker) {
      await database.query('delete from ctx.workers where worker = $1', [worker], { retryMs: 1_000 });
    },
    async deleteOld() {
      await database.query(DELETE_OLD_EVENTS);
      await database.query("delete from ctx.workers where seen_at < clock_timestamp() - interval '1 day'");
    },
    onWork(topic, wake) {
      return database.onWake(WORK_CHANNEL, 'pool' in topic ? topic.pool : `worker ${topic.worker}`, wake);
    },
  };
}

const MINE = 'session_id = $1 and turn_id = $2 and attempt = $3 and ticket = $4';

// Safe to repeat: a worker that lost the answer claims again with the same ticket.
const CLAIM = `
update ctx.turns
   set state = 'running', ticket = $4, worker = $5, lease_ms = $6, beats = beats + 1,
       started_at = clock_timestamp(), beat_at = clock_timestamp()
 where session_id = $1 and turn_id = $2 and attempt = $3
   and (state = 'queued' or (state = 'running' and ticket = $4))
returning payload, pool, member_hash`;

const BEAT = `
update ctx.turns t set beats = beats + 1, beat_at = clock_timestamp()
  from unnest($1::text[], $2::text[], $3::integer[], $4::text[]) as k (session_id, turn_id, attempt, ticket)
 where t.session_id = k.session_id and t.turn_id = k.turn_id and t.attempt = k.attempt
   and t.ticket = k.ticket and t.state = 'running'
returning t.ticket, t.cancelled, t.watched_at > clock_timestamp() - interval '20 seconds' as watched`;

const WRITE_EVENTS = `
with mine as (select 1 from ctx.turns where ${MINE} and state = 'running'),
written as (
  insert into ctx.turn_events (session_id, turn_id, attempt, batch, events)
  select $1, $2, $3, $5, $6 from mine on conflict do nothing
)
select pg_notify('${NEWS_CHANNEL}', $7) from mine`;

// A turn that is done keeps its ticket, unless it was lost. So a repeated `finish` succeeds, and the first result stays.
const FINISH = `
with ended as (
  update ctx.turns
     set state = 'done', result = coalesce(result, $5), payload = null, told = $6, ended_at = clock_timestamp()
   where ${MINE} and state <> 'queued'
  returning 1
)
select pg_notify('${NEWS_CHANNEL}', $7) from ended`;

// `told` is true for a turn that may still have events in the table.
const DELETE_OLD_EVENTS = `
with over as (
  update ctx.turns set told = false
   where state = 'done' and told and ended_at < clock_timestamp() - interval '1 hour'
  returning session_id, turn_id, attempt
)
delete from ctx.turn_events e using over
 where e.session_id = over.session_id and e.turn_id = over.turn_id and e.attempt = over.attempt`;
