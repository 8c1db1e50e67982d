import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CtxError,
  requireNoMore,
  type SessionCatalog,
  type SessionRecord,
  type SessionSelection,
  type SessionStore,
  type SessionSummary,
} from '@ctx/contract';
import { DEFAULT_SESSIONS_DIRECTORY, type FileStore, openFileStore, sessionPath } from './file-store.ts';
import { followLog } from './follow-log.ts';
import { openLogFile } from './open-log-file.ts';
import { readRecords } from './read-records.ts';
import { acquireSessionLock, isLocked } from './session-lock.ts';
import { storeFailure } from './store-failure.ts';
import { surveyLog, uncheckedNote } from './survey-log.ts';

/** Which folder, and the user's key. */
export interface FileCatalogOptions {
  /** Default `.ctx/sessions` under the working directory. */
  readonly directory?: string | undefined;
  /** See `FileStoreOptions`. */
  readonly key?: Uint8Array | undefined;
}

/**
 * The sessions in a folder. Opening one takes no lock and changes nothing, so it can be read and followed while another
 * process writes it. `claim` takes the lock and moves an incomplete last line to a file beside the log.
 * @throws TypeError for an unknown option.
 */
export function createFileCatalog(options: FileCatalogOptions = {}): SessionCatalog {
  const { directory = DEFAULT_SESSIONS_DIRECTORY, key, ...unknown } = options;
  requireNoMore(unknown satisfies Record<string, never>);
  return {
    list: (which) => listSessions(directory, which),
    open: (sessionId) => openSession(sessionId, directory, key),
    remove: (sessionId) => removeSession(sessionId, directory),
  };
}

async function openSession(sessionId: string, directory: string, key: Uint8Array | undefined): Promise<SessionStore> {
  const path = sessionPath(sessionId, directory);
  try {
    const opened = await openLogFile(path, 'read');
    const { handle } = opened;
    const survey = await surveyLog(opened, path).catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    const torn = `The last line of ${path} is incomplete, or is still being written.`;
    let notes: readonly string[] = [...(survey.tornBytes > 0 ? [torn] : []), ...uncheckedNote(survey, path)];
    let writer: Promise<FileStore> | undefined;
    const closed = new AbortController();
    return {
      sessionId,
      damage: survey.damage.length === 0 ? undefined : survey.damage,
      get notes() {
        return notes;
      },
      async append(records, appendOptions) {
        if (writer !== undefined) return (await writer).append(records, appendOptions);
        throw new CtxError('CTX_STORE_FAILED', `${path} is open for reading. Claim it before you write.`);
      },
      read(fromSeq = 1) {
        if (writer !== undefined) return readLater(writer, fromSeq);
        const sizeNow = handle.stat().then((stats) => stats.size);
        return readRecords({ handle, file: path, cache: survey.cache }, sizeNow, fromSeq);
      },
      async claim(owner, ttlMs) {
        writer ??= openFileStore({ sessionId, directory, key, create: false }, survey);
        writer.catch(() => {
          writer = undefined;
        });
        const store = await writer;
        notes = store.notes;
        return store.claim!(owner, ttlMs);
      },
      isWritten: () => isLocked(`${path}.lock`),
      follow: (fromSeq, signal) => followLog(path, fromSeq, AbortSignal.any([signal, closed.signal])),
      async close() {
        closed.abort();
        await handle.close();
        // A claim that fails has closed its file itself.
        await (await writer?.catch(() => undefined))?.close();
      },
    };
  } catch (error) {
    throw storeFailure(error, path);
  }
}

async function* readLater(writer: Promise<FileStore>, fromSeq: number) {
  yield* (await writer).read(fromSeq);
}

async function listSessions(
  directory: string,
  { idPrefix = '', limit = Number.POSITIVE_INFINITY }: SessionSelection = {},
): Promise<SessionSummary[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw storeFailure(error, directory);
  }
  const ids = names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length));
  const dated = await Promise.all(ids.filter((id) => id.startsWith(idPrefix)).map((id) => datedLog(id, directory)));
  const waiting = dated
    .filter((log) => log !== undefined)
    .sort((a, b) => b.updatedAt - a.updatedAt || b.sessionId.localeCompare(a.sessionId));
  const found: SessionSummary[] = [];
  // Only opening a file shows whether it is a session, so open no more files than are still wanted.
  while (waiting.length > 0 && found.length < limit) {
    const next = waiting.splice(0, limit - found.length);
    const summaries = await Promise.all(next.map((log) => summarize(log, directory)));
    for (const summary of summaries) if (summary !== undefined) found.push(summary);
  }
  return found;
}

interface DatedLog {
  readonly sessionId: string;
  readonly updatedAt: number;
}

async function datedLog(sessionId: string, directory: string): Promise<DatedLog | undefined> {
  try {
    const { mtimeMs } = await stat(sessionPath(sessionId, directory));
    return { sessionId, updatedAt: mtimeMs };
  } catch {
    return undefined;
  }
}

// Returns `undefined` for a file that was deleted meanwhile, cannot be read, is not a session log, or is empty.
async function summarize({ sessionId, updatedAt }: DatedLog, directory: string): Promise<SessionSummary | undefined> {
  try {
    const path = sessionPath(sessionId, directory);
    const { handle, size } = await openLogFile(path, 'read');
    try {
      // A conversation begins with a message, so its first message is near the start of the log.
      const opening: SessionRecord[] = [];
      for await (const { record } of readRecords({ handle, file: path }, size, 1)) {
        opening.push(record);
        if (record.type === 'message') break;
      }
      if (opening.length === 0) return undefined;
      const start = opening.find((record) => record.type === 'session-start');
      const message = opening.find((record) => record.type === 'message');
      const { team, at: startedAt } = start ?? {};
      const firstMessage = message?.message.content;
      return { sessionId, updatedAt, startedAt, team, firstMessage, bytes: size };
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

async function removeSession(sessionId: string, directory: string): Promise<void> {
  const path = sessionPath(sessionId, directory);
  try {
    await (await openSession(sessionId, directory, undefined)).close();
    const lock = await acquireSessionLock(`${path}.lock`);
    try {
      await unlink(path);
      const beside = (await readdir(directory)).filter((name) =>
        [`${sessionId}.jsonl.torn-`, `${sessionId}.jsonl.live-`].some((prefix) => name.startsWith(prefix)),
      );
      await Promise.all(beside.map((name) => unlink(join(directory, name))));
    } finally {
      await lock.release();
    }
  } catch (error) {
    throw storeFailure(error, path);
  }
}
