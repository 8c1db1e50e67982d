import { dirname, join } from 'node:path';
import { CtxError, requireNoMore, type SessionRecord, type SessionStore } from '@ctx/contract';
import { createClaims } from './claims.ts';
import { copyRecords } from './copy-records.ts';
import { followLog } from './follow-log.ts';
import { formatLine } from './log-line.ts';
import { makeFolder, syncFolder } from './make-folder.ts';
import { conflict } from './memory-store.ts';
import { type OpenedFile, openLogFile, type StampedFile } from './open-log-file.ts';
import { readRecords } from './read-records.ts';
import { requireSessionId } from './session-id.ts';
import { signSession } from './session-key.ts';
import { acquireSessionLock, type SessionLock } from './session-lock.ts';
import { setTornEndAside } from './set-aside.ts';
import { storeFailure } from './store-failure.ts';
import { type LogSurvey, surveyLog, uncheckedNote } from './survey-log.ts';

/** The default folder for sessions, relative to the working directory. */
export const DEFAULT_SESSIONS_DIRECTORY: string = join('.ctx', 'sessions');

/** Which log to open. */
export interface FileStoreOptions {
  readonly sessionId: string;
  /** Default `.ctx/sessions` under the working directory. Created when missing. */
  readonly directory?: string | undefined;
  /** Signs new sessions as the user's own. Get it from `loadSessionKey`. */
  readonly key?: Uint8Array | undefined;
  /** Whether to create a missing log. Default true. */
  readonly create?: boolean | undefined;
}

/** A log in a file. */
export interface FileStore extends SessionStore {
  readonly sessionId: string;
  readonly path: string;
  readonly notes: readonly string[];
}

/**
 * Path of a session's log.
 * @throws TypeError for an invalid session id.
 */
export function sessionPath(sessionId: string, directory: string = DEFAULT_SESSIONS_DIRECTORY): string {
  return join(directory, `${requireSessionId(sessionId)}.jsonl`);
}

/**
 * Opens the log of a session for writing, and creates it when missing. Each append is one line of JSON with a checksum.
 * The file has mode 0600 and is locked against other writers until it is closed. An incomplete last line, left by a
 * writer that was killed, is moved to a file beside the log, and `notes` says so.
 * @throws TypeError for an invalid session id or an unknown option.
 * @throws CtxError `CTX_STORE_LOCKED` when another process is writing it; `CTX_STORE_FAILED` when it cannot be opened, is
 *   damaged, or is not a log of ctx. The file is then unchanged.
 */
export function createFileStore(options: FileStoreOptions): Promise<FileStore> {
  return openFileStore(options);
}

/** @throws TypeError for an unknown option. */
export function requireFileStoreOptions(options: FileStoreOptions): void {
  const { sessionId: _id, directory: _directory, key: _key, create: _create, ...unknown } = options;
  requireNoMore(unknown satisfies Record<string, never>);
}

/** Like `createFileStore`. `known` is an earlier survey of the log, which is used if the file has not changed since. */
export async function openFileStore(options: FileStoreOptions, known?: LogSurvey): Promise<FileStore> {
  requireFileStoreOptions(options);
  const { sessionId, directory, create = true } = options;
  const path = sessionPath(sessionId, directory);
  let lock: SessionLock | undefined;
  let opened: StampedFile | undefined;
  try {
    if (create) await makeFolder(dirname(path));
    // Checked before the lock is made, so that a folder without this log stays unchanged.
    else await (await openLogFile(path, 'read')).handle.close();
    lock = await acquireSessionLock(`${path}.lock`);
    opened = await openLogFile(path, create ? 'create' : 'write');
    await syncFolder(dirname(path));
    const survey = known?.stamp === opened.stamp ? known : await surveyLog(opened, path);
    if (survey.damage.length > 0) throw damaged(survey, path);
    await opened.handle.chmod(0o600).catch(() => {});
    const { size, note } = await setTornEndAside(opened.handle, survey, path);
    const notes = [...(note === undefined ? [] : [note]), ...uncheckedNote(survey, path)];
    return openedStore({ options, path, lock, survey, notes, file: { handle: opened.handle, size } });
  } catch (error) {
    await opened?.handle.close().catch(() => {});
    await lock?.release().catch(() => {});
    throw storeFailure(error, path);
  }
}

interface OpenLog {
  readonly options: FileStoreOptions;
  readonly path: string;
  readonly file: OpenedFile;
  readonly lock: SessionLock;
  readonly survey: LogSurvey;
  readonly notes: readonly string[];
}

function openedStore({ options, path, file, lock, survey, notes }: OpenLog): FileStore {
  const { handle } = file;
  const { operations } = survey;
  const claims = createClaims();
  const closed = new AbortController();
  let { size } = file;
  let { seq } = survey;
  let last: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  async function append(records: readonly SessionRecord[], expectedSeq: number, operationId: string, epoch?: number) {
    const known = operations.get(operationId);
    if (known !== undefined) return { seq: known };
    claims.require(epoch);
    if (expectedSeq !== seq) throw conflict(expectedSeq, seq);
    if (records.length === 0) return { seq };
    // The lock keeps other ctx processes out. This notices programs that ignore the lock.
    const { size: found } = await handle.stat();
    if (found !== size) {
      const change = `it has ${found} bytes instead of ${size}`;
      throw new CtxError('CTX_STORE_CONFLICT', `Another program has changed ${path}: ${change}. Resume the session.`);
    }

    const line = formatLine({ seq: seq + records.length, operationId, records });
    try {
      await writeWhole(file, line, size);
      if (records.some(mustSurvivePowerCut)) await handle.datasync();
    } catch (error) {
      // Remove all of it: after this error, neither half a line nor a whole one may stay in the log.
      await handle.truncate(size).catch(() => {});
      throw error;
    }
    size += line.length;
    seq += records.length;
    operations.set(operationId, seq);
    return { seq };
  }

  return {
    sessionId: options.sessionId,
    path,
    notes,
    append(records, { expectedSeq, operationId, epoch }) {
      if (closing !== undefined) return Promise.reject(new CtxError('CTX_STORE_FAILED', `${path} is closed.`));
      // Copied at once, because the caller may change the records while an earlier append is being written.
      let copies: readonly SessionRecord[];
      try {
        copies = copyRecords(records.map((record) => signed(record, options.key)));
      } catch (error) {
        return Promise.reject(storeFailure(error, path));
      }
      const result = last.then(() => append(copies, expectedSeq, operationId, epoch));
      last = result.catch(() => {});
      return result.catch((error: unknown) => {
        throw storeFailure(error, path);
      });
    },
    read(fromSeq = 1) {
      const sizeNow = last.then(() => size);
      return readRecords({ handle, file: path, cache: survey.cache }, sizeNow, fromSeq);
    },
    async claim(owner, ttlMs) {
      return claims.claim(owner, ttlMs);
    },
    follow: (fromSeq, signal) => followLog(path, fromSeq, AbortSignal.any([signal, closed.signal])),
    close() {
      closing ??= last.then(async () => {
        closed.abort();
        await handle.close();
        await lock.release();
      });
      return closing;
    },
  };
}

function signed(record: SessionRecord, key: Uint8Array | undefined): SessionRecord {
  if (key === undefined || record.type !== 'session-start') return record;
  return { ...record, hmac: signSession(record, key) };
}

async function writeWhole({ handle }: OpenedFile, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
}

// Messages and ends of turns are synced to disk at once. The other records matter less and are synced with them.
function mustSurvivePowerCut({ type }: SessionRecord): boolean {
  return type === 'message' || type === 'turn-end';
}

function damaged({ damage }: LogSurvey, path: string): CtxError {
  const others = damage.length - 1;
  const more = others === 0 ? '' : ` ${others} more ${others === 1 ? 'line is' : 'lines are'} damaged.`;
  return new CtxError(
    'CTX_STORE_FAILED',
    `${damage[0]}${more} Restore the file from a backup, or save its undamaged records as a new session: ctx repair ${path}`,
  );
}
