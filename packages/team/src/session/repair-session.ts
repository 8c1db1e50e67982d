import { randomUUID } from 'node:crypto';
import { CtxError, SESSION_LOG_VERSION, type SessionRecord, type SessionStartRecord } from '@ctx/contract';
import { createFileCatalog, type FileCatalogOptions } from './file-catalog.ts';
import { createFileStore } from './file-store.ts';
import { isOwnSession } from './session-key.ts';

/** The result of a repair. */
export interface RepairedSession {
  /** Id of the new session. */
  readonly sessionId: string;
  readonly records: number;
  /** Name of its team; missing if the record that says it was damaged. */
  readonly team?: string | undefined;
  /** What was wrong with the old log, one sentence per problem. */
  readonly damage: readonly string[];
}

/**
 * Copies the undamaged records of a log into a new session, `<id>-repaired`. The damaged log is not changed. The new one
 * is signed as the user's own only if the old one was.
 * @throws CtxError `CTX_STORE_FAILED` when the log is not damaged, or has no undamaged record.
 */
export async function repairSession(sessionId: string, options: FileCatalogOptions = {}): Promise<RepairedSession> {
  const store = await createFileCatalog(options).open(sessionId);
  try {
    const { damage } = store;
    if (damage === undefined) throw new CtxError('CTX_STORE_FAILED', `Nothing is damaged in session ${sessionId}.`);
    const records: SessionRecord[] = [];
    for await (const { record } of store.read()) records.push(record);
    if (records.length === 0) throw new CtxError('CTX_STORE_FAILED', `Session ${sessionId} has no undamaged record.`);
    const start = records.find((record) => record.type === 'session-start');
    const isOwn = start !== undefined && options.key !== undefined && isOwnSession(start, options.key);
    const repaired = await createRepairedStore(sessionId, { ...options, key: isOwn ? options.key : undefined });
    try {
      const all = [newStart(start, repaired.sessionId), ...records.filter((record) => record !== start)];
      await repaired.append(all, { expectedSeq: 0, operationId: `repair-${randomUUID()}` });
      return { sessionId: repaired.sessionId, records: all.length, team: start?.team, damage };
    } finally {
      await repaired.close();
    }
  } finally {
    await store.close();
  }
}

// If the first line is lost, the team is unknown, and a resume has to name it.
function newStart(old: SessionStartRecord | undefined, sessionId: string): SessionStartRecord {
  const { hmac: _hmac, ...kept } = old ?? { type: 'session-start', team: 'unknown', at: Date.now() };
  return { ...kept, version: SESSION_LOG_VERSION, sessionId };
}

async function createRepairedStore(sessionId: string, options: FileCatalogOptions) {
  const taken = new Set((await createFileCatalog(options).list()).map((session) => session.sessionId));
  let free = `${sessionId}-repaired`;
  for (let number = 2; taken.has(free); number++) free = `${sessionId}-repaired-${number}`;
  return createFileStore({ sessionId: free, ...options });
}
