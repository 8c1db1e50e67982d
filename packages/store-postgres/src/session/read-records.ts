import { CtxError, isTooDeep, type SessionRecord, type StoredRecord } from '@ctx/contract';
import type { Database, QueryOptions } from '../database/database.ts';

const PAGE = 200;

/** The `seq` of a session's newest record; 0 if there is none. */
export async function newestSeq(database: Database, sessionId: string): Promise<number> {
  const [row] = await database.query('select seq from ctx.sessions where session_id = $1', [sessionId]);
  return Number(row?.['seq'] ?? 0);
}

/**
 * Reads at most one page of records, from `fromSeq` up to and including `toSeq`.
 * @throws CtxError `CTX_STORE_FAILED` also for a record that is nested too deep.
 */
export async function readPage(
  database: Database,
  sessionId: string,
  fromSeq: number,
  toSeq: number | undefined,
  options?: QueryOptions,
): Promise<StoredRecord[]> {
  const rows = await database.query(
    `select seq, operation_id, record from ctx.records
      where session_id = $1 and seq >= $2 and ($3::bigint is null or seq <= $3) order by seq limit ${PAGE}`,
    [sessionId, fromSeq, toSeq ?? null],
    options,
  );
  return rows.map((row) => ({
    seq: Number(row['seq']),
    operationId: String(row['operation_id']),
    record: parseRecord(String(row['record']), `Record ${row['seq']} of session ${sessionId}`),
  }));
}

function parseRecord(json: string, name: string): SessionRecord {
  const record = JSON.parse(json);
  if (isTooDeep(record)) throw new CtxError('CTX_STORE_FAILED', `${name} cannot be used: it is nested too deep.`);
  return record;
}

/** Yields the records from `fromSeq` up to and including `toSeq`, read page by page. */
export async function* readRecords(
  database: Database,
  sessionId: string,
  fromSeq: number,
  toSeq: number,
): AsyncGenerator<StoredRecord, void> {
  let next = Math.max(1, fromSeq);
  while (next <= toSeq) {
    const page = await readPage(database, sessionId, next, toSeq);
    if (page.length === 0) return;
    yield* page;
    next = page.at(-1)!.seq + 1;
  }
}
