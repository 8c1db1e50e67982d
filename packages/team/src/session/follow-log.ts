import { type FileHandle, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CtxError, type StoredRecord } from '@ctx/contract';
import { createLineChecker } from './check-lines.ts';
import { openLogFile } from './open-log-file.ts';
import { readLines } from './read-lines.ts';
import { recordsOf } from './read-records.ts';
import { storeFailure } from './store-failure.ts';
import { watchFolder } from './watch-folder.ts';

/**
 * The records of a log from `fromSeq` on, then each new one when any process writes it. Ends when `signal` is aborted. A
 * line without its newline is not read yet: its writer completes it, or the next writer moves it away.
 * @throws CtxError `CTX_STORE_FAILED` at a damaged line, and when the log cannot be read or is deleted.
 */
export async function* followLog(
  path: string,
  fromSeq: number,
  signal: AbortSignal,
): AsyncGenerator<StoredRecord, void> {
  let { handle } = await openLogFile(path, 'read').catch((error: unknown) => {
    throw storeFailure(error, path);
  });
  const changes = watchFolder(dirname(path), signal);
  try {
    let check = createLineChecker(path);
    let offset = 0;
    let next = fromSeq;
    while (!signal.aborted) {
      const { size } = await handle.stat();
      for await (const { bytes, end, terminated } of readLines(handle, offset, size)) {
        if (!terminated || signal.aborted) break;
        offset = end;
        const { line, problem } = check(bytes);
        if (problem !== undefined) throw new CtxError('CTX_STORE_FAILED', problem);
        if (line === undefined || line.seq < next) continue;
        yield* recordsOf(line, next);
        next = line.seq + 1;
      }
      if (signal.aborted) return;
      const replaced = await replacementOf(path, handle);
      if (replaced !== undefined || size < offset) {
        if (replaced !== undefined) await handle.close();
        handle = replaced ?? handle;
        check = createLineChecker(path);
        offset = 0;
      } else if ((await handle.stat()).size <= size) await changes.next();
    }
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    changes.close();
    await handle.close();
  }
}

// A log that was restored from a backup is another file with the same name.
async function replacementOf(path: string, handle: FileHandle): Promise<FileHandle | undefined> {
  const [now, ours] = await Promise.all([stat(path), handle.stat()]);
  return now.ino === ours.ino && now.dev === ours.dev ? undefined : (await openLogFile(path, 'read')).handle;
}
