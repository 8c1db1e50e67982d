import type { AgentEvent, AgentTurn, TurnResult } from '@ctx/contract';
import { NEWS_CHANNEL, WORK_CHANNEL } from '../database/channels.ts';
import type { Database, QueryOptions } from '../database/database.ts';
import { keyColumns, keyOf } from './turn-columns.ts';
import { formatKey, type TurnKey, turnKey } from './turn-key.ts';

/** One page of a turn's events, and its state. */
export interface TurnNews {
  /** `gone`: the turn has been removed from the database. */
  readonly state: 'queued' | 'running' | 'done' | 'gone';
  readonly events: readonly AgentEvent[];
  /** The number of the newest batch in `events`. Pass it to the next call. */
  readonly batch: number;
  /** Present on the last page of a turn that is done. */
  readonly result?: TurnResult | undefined;
}

/** How far a turn is: its state, heartbeats and events. */
export interface TurnProgress {
  readonly key: TurnKey;
  readonly state: 'queued' | 'running' | 'done';
  /** Grows with every heartbeat of its worker. */
  readonly beats: number;
  readonly leaseMs: number;
  /** The number of the newest batch of events; 0 if there is none. */
  readonly batch: number;
}

/** The table of turns as a coordinator uses it: it inserts turns and reads their events and results. */
export interface CoordinatorTurns {
  /** Inserts a turn. A turn that is already in the table is not changed, whatever its state. */
  insert(turn: AgentTurn, options: { readonly pool: string; readonly memberHash: string }): Promise<void>;
  /** Wakes the workers of a pool. */
  wakeWorkers(pool: string): Promise<void>;
  /** Reads the events after a batch. While the database cannot be reached it waits, until the signal is aborted. */
  readNews(key: TurnKey, afterBatch: number, signal?: AbortSignal): Promise<TurnNews>;
  /** Reads the progress of many turns in one query. Turns that have been removed are left out. */
  readProgress(keys: readonly TurnKey[]): Promise<readonly TurnProgress[]>;
  /** Marks turns as watched, so that their workers write all events. */
  markWatched(keys: readonly TurnKey[]): Promise<void>;
  /** Ends a queued turn with `result`. If the turn is running, its worker is notified and cancels it. */
  cancel(key: TurnKey, result: TurnResult): Promise<void>;
  /** Ends a running turn as lost. False if its worker has sent a heartbeat since `beats`, or the turn has ended. */
  markLost(key: TurnKey, beats: number, result: TurnResult): Promise<boolean>;
  /** The pools of all workers that were seen in the last 20 seconds. */
  livePools(): Promise<readonly string[]>;
  /** Calls `wake` when a turn has news. Returns a function that stops listening. */
  onNews(key: TurnKey, wake: () => void): () => void;
}

const PAGE = 20;
const KEY = 'session_id = $1 and turn_id = $2 and attempt = $3';
/** For statements that wait for the database as long as it takes. */
const RETRY_FOREVER: QueryOptions = { retryMs: Number.POSITIVE_INFINITY };

/** The turns of a database, for a coordinator. */
export function createCoordinatorTurns(database: Database): CoordinatorTurns {
  return {
    async insert(turn, { pool, memberHash }) {
      const { sessionId, turnId, attempt } = turnKey(turn);
      await database.query(
        `insert into ctx.turns (session_id, turn_id, attempt, pool, member_hash, payload)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [sessionId, turnId, attempt, pool, memberHash, JSON.stringify(turn)],
        RETRY_FOREVER,
      );
    },
    async wakeWorkers(pool) {
      await database.query('select pg_notify($1, $2)', [WORK_CHANNEL, pool]);
    },
    readNews: (key, afterBatch, signal) => readNews(database, key, afterBatch, signal),
    async readProgress(keys) {
      const rows = await database.query(READ_PROGRESS, keyColumns(keys));
      return rows.map((row) => ({
        key: keyOf(row),
        state: row['state'] as TurnProgress['state'],
        beats: Number(row['beats']),
        leaseMs: Number(row['lease_ms'] ?? 0),
        batch: Number(row['batch'] ?? 0),
      }));
    },
    async markWatched(keys) {
      await database.query(MARK_WATCHED, keyColumns(keys));
    },
    async cancel(key, result) {
      const { sessionId, turnId, attempt } = key;
      const values = [sessionId, turnId, attempt, JSON.stringify(result), formatKey(key)];
      await database.query(CANCEL, values, RETRY_FOREVER);
    },
    async markLost(key, beats, result) {
      const { sessionId, turnId, attempt } = key;
      const values = [sessionId, turnId, attempt, beats, JSON.stringify(result), formatKey(key)];
      return (await database.query(MARK_LOST, values)).length > 0;
    },
    async livePools() {
      const rows = await database.query(
        "select distinct unnest(pools) as pool from ctx.workers where seen_at > clock_timestamp() - interval '20 seconds'",
      );
      return rows.map((row) => String(row['pool']));
    },
    onNews: (key, wake) => database.onWake(NEWS_CHANNEL, formatKey(key), wake),
  };
}

const READ_PROGRESS = `
select t.session_id, t.turn_id, t.attempt, t.state, t.beats, t.lease_ms,
       (select max(e.batch) from ctx.turn_events e
         where e.session_id = t.session_id and e.turn_id = t.turn_id and e.attempt = t.attempt) as batch
  from unnest($1::text[], $2::text[], $3::integer[]) as k (session_id, turn_id, attempt)
  join ctx.turns t using (session_id, turn_id, attempt)`;

const MARK_WATCHED = `
update ctx.turns t set watched_at = clock_timestamp()
  from unnest($1::text[], $2::text[], $3::integer[]) as k (session_id, turn_id, attempt)
 where t.session_id = k.session_id and t.turn_id = k.turn_id and t.attempt = k.attempt and t.state <> 'done'`;

const CANCEL = `
with ended as (
  update ctx.turns set
    cancelled = true,
    state = case when state = 'queued' then 'done' else state end,
    result = case when state = 'queued' then $4 else result end,
    ended_at = case when state = 'queued' then clock_timestamp() else ended_at end,
    payload = case when state = 'queued' then null else payload end
  where ${KEY} and state <> 'done'
  returning state, worker
)
select case when state = 'done' then pg_notify('${NEWS_CHANNEL}', $5)
            else pg_notify('${WORK_CHANNEL}', 'worker ' || worker) end from ended`;

const MARK_LOST = `
with ended as (
  update ctx.turns
     set state = 'done', result = $5, ticket = null, payload = null, told = true, ended_at = clock_timestamp()
   where ${KEY} and state = 'running' and beats = $4
  returning 1
)
select pg_notify('${NEWS_CHANNEL}', $6) from ended`;

async function readNews(
  database: Database,
  { sessionId, turnId, attempt }: TurnKey,
  afterBatch: number,
  signal: AbortSignal | undefined,
): Promise<TurnNews> {
  const rows = await database.query(
    `select t.state, t.result, e.batch, e.events
       from ctx.turns t
       left join ctx.turn_events e
         on e.session_id = t.session_id and e.turn_id = t.turn_id and e.attempt = t.attempt and e.batch > $4
      where t.session_id = $1 and t.turn_id = $2 and t.attempt = $3 order by e.batch limit ${PAGE}`,
    [sessionId, turnId, attempt, afterBatch],
    { ...RETRY_FOREVER, signal },
  );
  const [first] = rows;
  if (first === undefined) return { state: 'gone', events: [], batch: afterBatch };
  const batches = rows.filter((row) => row['batch'] !== null);
  const isLastPage = first['state'] === 'done' && batches.length < PAGE;
  return {
    state: first['state'] as TurnNews['state'],
    events: batches.flatMap((row) => JSON.parse(String(row['events'])) as AgentEvent[]),
    batch: batches.length === 0 ? afterBatch : Number(batches.at(-1)?.['batch']),
    result: isLastPage ? (JSON.parse(String(first['result'])) as TurnResult) : undefined,
  };
}
