import { type AppendOptions, CtxError, isTooDeep, MAX_JSON_DEPTH, type SessionRecord } from '@ctx/contract';
import type { Database } from '../database/database.ts';

const LONGEST_FIRST_MESSAGE = 1_000;
/** NUL and lone surrogates, which a text column refuses. */
const NOT_IN_A_COLUMN = /\0|\p{Surrogate}/gu;

/** Records as JSON, made when `append` is called: later changes to the objects have no effect. */
interface PreparedAppend {
  readonly options: AppendOptions;
  readonly texts: readonly string[];
  readonly team: string | undefined;
  readonly firstMessage: string | undefined;
}

/**
 * Turns records into what is stored.
 * @throws TypeError for records that JSON cannot hold.
 * @throws CtxError `CTX_STORE_FAILED` for one that is nested so deep that no reader of the log would take it.
 */
export function prepareAppend(records: readonly SessionRecord[], options: AppendOptions): PreparedAppend {
  const deep = records.find(isTooDeep);
  if (deep !== undefined) {
    throw new CtxError(
      'CTX_STORE_FAILED',
      `A ${deep.type} record is nested deeper than ${MAX_JSON_DEPTH} levels. It was not written.`,
    );
  }
  const start = records.find((record) => record.type === 'session-start');
  const message = records.find((record) => record.type === 'message');
  return {
    options: { ...options },
    texts: records.map((record) => JSON.stringify(record)),
    team: columnText(start?.team),
    firstMessage: columnText(message?.message?.content?.slice(0, LONGEST_FIRST_MESSAGE)),
  };
}

/**
 * Adds the records in one statement, which is safe to repeat.
 * @throws CtxError `CTX_STORE_CONFLICT`, `CTX_STORE_FAILED`
 */
export async function appendRecords(
  database: Database,
  sessionId: string,
  { options, texts, team, firstMessage }: PreparedAppend,
): Promise<{ readonly seq: number }> {
  const { expectedSeq, operationId, epoch } = options;
  const [row] = await database.query('select * from ctx.append_records($1, $2, $3, $4, $5, $6, $7)', [
    sessionId,
    // No log is ever at -1, so a value that is not an integer is a conflict.
    Number.isSafeInteger(expectedSeq) ? expectedSeq : -1,
    operationId,
    epoch ?? null,
    texts,
    team ?? null,
    firstMessage ?? null,
  ]);
  const seq = Number(row?.['seq']);
  if (row?.['outcome'] === 'stale') {
    throw new CtxError(
      'CTX_STORE_CONFLICT',
      `The claim ${epoch} on the session is no longer valid; the newest is ${String(row['epoch'])}. Resume the session.`,
    );
  }
  if (row?.['outcome'] === 'conflict') {
    throw new CtxError(
      'CTX_STORE_CONFLICT',
      `The log is at ${seq}, but the writer expected ${expectedSeq}: another writer has appended, or the session is not ` +
        'new. Resume the session.',
    );
  }
  return { seq };
}

// These columns are only for lists of sessions. The record itself is stored unchanged.
function columnText(text: unknown): string | undefined {
  return typeof text === 'string' ? text.replace(NOT_IN_A_COLUMN, '\ufffd') : undefined;
}
