import { CtxError, type SessionCatalog, type SessionSummary } from '@ctx/contract';
import type { Database, Row } from '../database/database.ts';
import { createPostgresStore } from './postgres-store.ts';
import { requireSessionId } from './session-id.ts';

/** The database that holds the sessions. */
export interface PostgresCatalogOptions {
  readonly database: Database;
}

/** Lists, opens and removes the sessions of a database. */
export function createPostgresCatalog({ database }: PostgresCatalogOptions): SessionCatalog {
  return {
    async list({ idPrefix = '', limit } = {}) {
      const rows = await database.query(
        `select session_id, team, first_message, bytes,
                extract(epoch from started_at) * 1000 as started, extract(epoch from updated_at) * 1000 as updated
           from ctx.sessions where seq > 0 and starts_with(session_id, $1)
          order by updated_at desc, session_id desc limit $2`,
        [idPrefix, limit ?? null],
      );
      return rows.map(toSummary);
    },
    async open(id) {
      const sessionId = requireSessionId(id);
      const rows = await database.query('select 1 from ctx.sessions where session_id = $1 and seq > 0', [sessionId]);
      if (rows.length === 0) throw noSession(sessionId, database);
      return createPostgresStore({ database, sessionId });
    },
    async remove(id) {
      const sessionId = requireSessionId(id);
      const [row] = await database.query(REMOVE, [sessionId]);
      if (row?.['removed'] === true) return;
      if (row?.['holder'] === null || row === undefined) throw noSession(sessionId, database);
      throw new CtxError(
        'CTX_STORE_LOCKED',
        `The session ${sessionId} is claimed by ${String(row['holder'])}. Wait until the claim ends.`,
      );
    },
  };
}

const REMOVE = `
with held as (
  select owner from ctx.sessions
   where session_id = $1 and owner_until > clock_timestamp() and owner_until - clock_timestamp() <= owner_ttl
), gone as (
  delete from ctx.sessions where session_id = $1 and not exists (select from held) returning session_id
), turns as (
  delete from ctx.turns where session_id in (select session_id from gone)
), events as (
  delete from ctx.turn_events where session_id in (select session_id from gone)
)
select exists (select from gone) as removed, (select owner from held) as holder`;

function toSummary(row: Row): SessionSummary {
  return {
    sessionId: String(row['session_id']),
    updatedAt: Number(row['updated']),
    startedAt: Number(row['started']),
    team: (row['team'] as string | null) ?? undefined,
    firstMessage: (row['first_message'] as string | null) ?? undefined,
    bytes: Number(row['bytes']),
  };
}

function noSession(sessionId: string, database: Database): CtxError {
  return new CtxError('CTX_STORE_FAILED', `There is no session ${sessionId} in ${database.name}.`);
}
