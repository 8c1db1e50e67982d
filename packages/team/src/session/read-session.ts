import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionRecord, StoredRecord } from '@ctx/contract';
import { DEFAULT_SESSIONS_DIRECTORY, sessionPath } from './file-store.ts';
import { readLines } from './read-log.ts';
import { storeFailure } from './store-failure.ts';

/**
 * The records of a session, without a lock and without changing anything: also of one that is being written. A torn
 * end is passed over.
 * @throws CtxError `CTX_STORE_FAILED` when there is no such session.
 */
export async function* readSession(sessionId: string, directory?: string): AsyncGenerator<StoredRecord, void> {
  const path = sessionPath(sessionId, directory);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    const { size } = await handle.stat();
    for await (const { line } of readLines(handle, size)) {
      if (line === undefined) continue;
      const first = line.seq - line.records.length + 1;
      for (const [index, record] of line.records.entries()) {
        yield { seq: first + index, operationId: line.operationId, record };
      }
    }
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    await handle?.close();
  }
}

/** What a list of sessions shows. */
export interface SessionSummary {
  readonly sessionId: string;
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly startedAt?: number | undefined;
  readonly team?: string | undefined;
  /** The first thing that was said. */
  readonly firstMessage?: string | undefined;
}

/** The sessions of a folder, the one written last first. No folder, no sessions. Reads the first line of each. */
export async function listSessions(directory: string = DEFAULT_SESSIONS_DIRECTORY): Promise<SessionSummary[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw storeFailure(error, directory);
  }
  const logs = names.filter((name) => name.endsWith('.jsonl'));
  const summaries = await Promise.all(logs.map((name) => summarize(name.slice(0, -'.jsonl'.length), directory, name)));
  return summaries
    .filter((summary) => summary !== undefined)
    .sort((a, b) => b.updatedAt - a.updatedAt || b.sessionId.localeCompare(a.sessionId));
}

// Deleted meanwhile, not readable, not ours: not in the list.
async function summarize(sessionId: string, directory: string, name: string): Promise<SessionSummary | undefined> {
  const path = join(directory, name);
  try {
    const { size, mtimeMs } = await stat(path);
    // A conversation begins when somebody speaks, so its first words are in its first append.
    const opening: SessionRecord[] = [];
    for await (const { record } of readSession(sessionId, directory)) {
      opening.push(record);
      if (record.type === 'message') break;
    }
    const start = opening.find((record) => record.type === 'session-start');
    const message = opening.find((record) => record.type === 'message');
    return {
      sessionId,
      path,
      bytes: size,
      updatedAt: mtimeMs,
      startedAt: start?.at,
      team: start?.team,
      firstMessage: message?.message.content,
    };
  } catch {
    return undefined;
  }
}
