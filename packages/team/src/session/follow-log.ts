import { type FSWatcher, watch } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CtxError, type StoredRecord } from '@ctx/contract';
import { createLineJudge } from './judge-lines.ts';
import { openLogFile } from './open-log-file.ts';
import { readLines } from './read-lines.ts';
import { recordsOf } from './read-records.ts';

/** Not every file system tells of changes; this is how long one may then go unnoticed. */
const POLL_MS = 500;

/**
 * The records of a log from `fromSeq` on, then each new one as it is written, by whichever process. Ends when `signal`
 * is aborted. A line counts when its newline is there; what a killed writer left is waited for, or set aside by the next.
 * @throws CtxError `CTX_STORE_FAILED` at a damaged line, and when the log is gone.
 */
export async function* followLog(
  path: string,
  fromSeq: number,
  signal: AbortSignal,
): AsyncGenerator<StoredRecord, void> {
  const changes = createChangeWatch(path, signal);
  let { handle } = await openLogFile(path, 'read');
  try {
    let judge = createLineJudge(path);
    let offset = 0;
    let next = fromSeq;
    while (!signal.aborted) {
      const { size } = await handle.stat();
      for await (const { bytes, end, terminated } of readLines(handle, offset, size)) {
        if (!terminated || signal.aborted) break;
        offset = end;
        const { line, problem } = judge(bytes);
        if (problem !== undefined) throw new CtxError('CTX_STORE_FAILED', problem);
        if (line === undefined || line.seq < next) continue;
        yield* recordsOf(line, next);
        next = line.seq + 1;
      }
      if (signal.aborted) return;
      const replaced = await otherFile(path, handle);
      if (replaced !== undefined || size < offset) {
        if (replaced !== undefined) await handle.close();
        handle = replaced ?? handle;
        judge = createLineJudge(path);
        offset = 0;
      } else if ((await handle.stat()).size <= size) await changes.next();
    }
  } finally {
    changes.close();
    await handle.close();
  }
}

// A log that was restored from a copy is another file under the same name.
async function otherFile(path: string, handle: FileHandle): Promise<FileHandle | undefined> {
  const [now, ours] = await Promise.all([stat(path), handle.stat()]);
  return now.ino === ours.ino && now.dev === ours.dev ? undefined : (await openLogFile(path, 'read')).handle;
}

/** Waits for something to change in the folder of a file, or for a moment to pass. */
function createChangeWatch(path: string, signal: AbortSignal) {
  let changed = false;
  let wake = () => {};
  const onChange = () => {
    changed = true;
    wake();
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(dirname(path), { persistent: false }, onChange);
    watcher.on('error', () => {});
  } catch {
    // Too many watches, or none on this file system: then it is looked at now and again.
  }
  signal.addEventListener('abort', onChange);
  return {
    async next(): Promise<void> {
      if (!changed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, POLL_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      changed = false;
      wake = () => {};
    },
    close(): void {
      watcher?.close();
      signal.removeEventListener('abort', onChange);
    },
  };
}
