import { constants, type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CtxError, type SessionRecord, type SessionStore, type StoredRecord } from '@ctx/contract';
import { conflict } from './memory-store.ts';
import { mendLog, surveyLog } from './mend-log.ts';
import { formatLine, readLines } from './read-log.ts';
import { requireSessionId } from './session-id.ts';
import { acquireSessionLock, type SessionLock } from './session-lock.ts';
import { storeFailure } from './store-failure.ts';

/** Where sessions are kept, under the working directory, unless told otherwise. */
export const DEFAULT_SESSIONS_DIRECTORY: string = join('.ctx', 'sessions');

/** Which log to open. */
export interface FileStoreOptions {
  readonly sessionId: string;
  /** Default `.ctx/sessions` under the working directory. Made when missing. */
  readonly directory?: string | undefined;
}

/** A log in a file. */
export interface FileStore extends SessionStore {
  readonly sessionId: string;
  readonly path: string;
}

/** Path of a session's log. @throws TypeError for an id that is no session's. */
export function sessionPath(sessionId: string, directory: string = DEFAULT_SESSIONS_DIRECTORY): string {
  return join(directory, `${requireSessionId(sessionId)}.jsonl`);
}

/**
 * Opens or begins the log of a session: one line of JSON an append, mode 0600, locked against other writers until it is
 * closed. A torn last line, left by a writer that was killed, is cut off; `mended` says so then.
 * @throws CtxError `CTX_STORE_LOCKED` when another process writes it, `CTX_STORE_FAILED` when it cannot be opened.
 */
export async function createFileStore({ sessionId, directory }: FileStoreOptions): Promise<FileStore> {
  const path = sessionPath(sessionId, directory);
  let lock: SessionLock | undefined;
  let handle: FileHandle | undefined;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    lock = await acquireSessionLock(`${path}.lock`);
    handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    const stats = await handle.stat();
    // Never of anything but a file: whoever puts a device in its place would have it closed to everybody.
    if (stats.isFile()) await handle.chmod(0o600).catch(() => {});
    await syncDirectory(dirname(path));
    const survey = await surveyLog(handle, stats.size, path);
    const { size, mended } = await mendLog(handle, survey, path);
    return openedStore({ sessionId, path, handle, lock, size, mended, seq: survey.seq, operations: survey.operations });
  } catch (error) {
    await handle?.close().catch(() => {});
    await lock?.release().catch(() => {});
    throw storeFailure(error, path);
  }
}

interface OpenLog {
  readonly sessionId: string;
  readonly path: string;
  readonly handle: FileHandle;
  readonly lock: SessionLock;
  readonly size: number;
  readonly mended: string | undefined;
  readonly seq: number;
  readonly operations: Map<string, number>;
}

function openedStore({ sessionId, path, handle, lock, mended, operations, ...opened }: OpenLog): FileStore {
  let { size, seq } = opened;
  let last: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  async function append(records: readonly SessionRecord[], expectedSeq: number, operationId: string) {
    const known = operations.get(operationId);
    if (known !== undefined) return { seq: known };
    if (expectedSeq !== seq) throw conflict(expectedSeq, seq);
    if (records.length === 0) return { seq };
    // The lock keeps others out; this notices those who do not ask for it.
    const { size: found } = await handle.stat();
    if (found !== size) {
      const change = `it has ${found} bytes instead of ${size}`;
      throw new CtxError('CTX_STORE_CONFLICT', `Somebody else has changed ${path}: ${change}. Resume the session.`);
    }

    const line = formatLine({ seq: seq + records.length, operationId, records });
    try {
      await writeWhole(handle, line, size);
      if (records.some(isWorthWaitingFor)) await handle.datasync();
    } catch (error) {
      // Nothing of it may stay: half a line would be taken for a torn end, and a whole one for written.
      await handle.truncate(size).catch(() => {});
      throw error;
    }
    size += line.length;
    seq += records.length;
    operations.set(operationId, seq);
    return { seq };
  }

  return {
    sessionId,
    path,
    mended,
    append(records, { expectedSeq, operationId }) {
      if (closing !== undefined) return Promise.reject(new CtxError('CTX_STORE_FAILED', `${path} is closed.`));
      // Copied now: the caller may change the records while an earlier append is being written.
      let copies: readonly SessionRecord[];
      try {
        copies = JSON.parse(JSON.stringify(records));
      } catch (error) {
        return Promise.reject(storeFailure(error, path));
      }
      const result = last.then(() => append(copies, expectedSeq, operationId));
      last = result.catch(() => {});
      return result.catch((error: unknown) => {
        throw storeFailure(error, path);
      });
    },
    read(fromSeq = 1) {
      return readRecords(
        handle,
        last.then(() => size),
        fromSeq,
      );
    },
    close() {
      closing ??= last.then(async () => {
        await handle.close();
        await lock.release();
      });
      return closing;
    },
  };
}

async function* readRecords(handle: FileHandle, size: Promise<number>, fromSeq: number): AsyncGenerator<StoredRecord> {
  for await (const { line } of readLines(handle, await size)) {
    if (line === undefined || line.seq < fromSeq) continue;
    const { records, operationId } = line;
    for (const [index, record] of records.entries()) {
      const seq = line.seq - records.length + index + 1;
      if (seq >= fromSeq) yield { seq, operationId, record };
    }
  }
}

async function writeWhole(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
}

// What was said, and that a turn is over, must survive a power cut; the rest can be told from it.
function isWorthWaitingFor({ type }: SessionRecord): boolean {
  return type === 'message' || type === 'turn-end';
}

// So that the new file's name survives a power cut too. Windows cannot do it and does not need it.
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
