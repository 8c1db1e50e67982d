import type { FileHandle } from 'node:fs/promises';
import type { StoredRecord } from '@ctx/contract';
import { createLineChecker } from './check-lines.ts';
import type { LineCache } from './line-cache.ts';
import type { LogLine } from './log-line.ts';
import { readLines } from './read-lines.ts';

/** A log to read. */
export interface ReadableLog {
  readonly handle: FileHandle;
  readonly file: string;
  /** Its lines, if they were checked before. */
  readonly cache?: LineCache | undefined;
}

/** The records in the first `size` bytes of a log, from `fromSeq` on. Damaged and incomplete lines are skipped. */
export async function* readRecords(
  { handle, file, cache }: ReadableLog,
  size: number | Promise<number>,
  fromSeq: number,
): AsyncGenerator<StoredRecord, void> {
  const upTo = await size;
  const lines = await cache?.linesOf(handle);
  for await (const line of lines ?? checkedLines(handle, upTo, file)) yield* recordsOf(line, fromSeq);
  cache?.clear();
}

async function* checkedLines(handle: FileHandle, size: number, file: string): AsyncGenerator<LogLine, void> {
  const check = createLineChecker(file);
  for await (const { bytes } of readLines(handle, 0, size)) {
    const { line } = check(bytes);
    if (line !== undefined) yield line;
  }
}

/** The records of a line from `fromSeq` on, each with its `seq`. */
export function recordsOf({ seq, operationId, records }: LogLine, fromSeq: number): StoredRecord[] {
  const first = seq - records.length + 1;
  return records
    .map((record, index) => ({ seq: first + index, operationId, record }))
    .filter((stored) => stored.seq >= fromSeq);
}
