import type { FileHandle } from 'node:fs/promises';
import { CtxError } from '@ctx/contract';
import { readLines } from './read-log.ts';

/** What is in a log, after a torn end was found. */
export interface LogSurvey {
  /** `seq` of the newest record. */
  readonly seq: number;
  /** Bytes of whole lines. What is behind them is torn. */
  readonly goodBytes: number;
  readonly tornBytes: number;
  /** The last whole line lacks its newline. */
  readonly newlineMissing: boolean;
  /** Under which `seq` each append is in the log. */
  readonly operations: Map<string, number>;
}

/**
 * Reads a log to its end. A writer that was killed leaves at most a torn end; anything else that is wrong is damage, and
 * cutting there would lose what comes after it.
 * @throws CtxError `CTX_STORE_FAILED` that names the damaged line.
 */
export async function surveyLog(handle: FileHandle, size: number, file: string): Promise<LogSurvey> {
  const operations = new Map<string, number>();
  let seq = 0;
  let goodBytes = 0;
  let newlineMissing = false;
  let number = 0;
  let damagedLine: number | undefined;
  for await (const { line, end, terminated } of readLines(handle, size)) {
    number += 1;
    if (line === undefined) {
      damagedLine ??= number;
      continue;
    }
    if (line.seq !== seq + line.records.length) damagedLine ??= number;
    if (damagedLine !== undefined) throw damaged(file, damagedLine);
    seq = line.seq;
    goodBytes = end;
    newlineMissing = !terminated;
    operations.set(line.operationId, seq);
  }
  return { seq, goodBytes, tornBytes: size - goodBytes, newlineMissing, operations };
}

/** Cuts a torn end off. Resolves with the size the log has now, and with what was done, if anything. */
export async function mendLog(
  handle: FileHandle,
  { goodBytes, tornBytes, newlineMissing }: LogSurvey,
  file: string,
): Promise<{ readonly size: number; readonly mended: string | undefined }> {
  if (tornBytes > 0) {
    await handle.truncate(goodBytes);
    await handle.sync();
    const mended = `The last line of ${file} was not written to its end; its ${tornBytes} bytes were cut off.`;
    return { size: goodBytes, mended };
  }
  if (!newlineMissing) return { size: goodBytes, mended: undefined };
  await handle.write(Buffer.from('\n'), 0, 1, goodBytes);
  return { size: goodBytes + 1, mended: undefined };
}

function damaged(file: string, line: number): CtxError {
  return new CtxError(
    'CTX_STORE_FAILED',
    `${file}:${line} does not continue the log, and is not just a torn end. Restore the file from a copy, or start a new session.`,
  );
}
