import type { FileHandle } from 'node:fs/promises';
import type { StoredRecord } from '@ctx/contract';
import { createLineJudge } from './judge-lines.ts';
import type { KeptLines } from './kept-lines.ts';
import type { LogLine } from './log-line.ts';
import { readLines } from './read-lines.ts';

/** A log to read. */
export interface ReadableLog {
  readonly handle: FileHandle;
  readonly file: string;
  /** Its lines, where they were judged already. */
  readonly kept?: KeptLines | undefined;
}

/** The records of a log up to `size` bytes, from `fromSeq` on. Lines that are not whole are passed over. */
export async function* readRecords(
  { handle, file, kept }: ReadableLog,
  size: number | Promise<number>,
  fromSeq: number,
): AsyncGenerator<StoredRecord, void> {
  const upTo = await size;
  const lines = await kept?.of(handle);
  for await (const line of lines ?? judgedLines(handle, upTo, file)) {
    if (line.seq >= fromSeq) yield* recordsOf(line, fromSeq);
  }
  kept?.drop();
}

async function* judgedLines(handle: FileHandle, size: number, file: string): AsyncGenerator<LogLine, void> {
  const judge = createLineJudge(file);
  for await (const { bytes } of readLines(handle, 0, size)) {
    const { line } = judge(bytes);
    if (line !== undefined) yield line;
  }
}

/** The records of a line with their places. */
export function recordsOf({ seq, operationId, records }: LogLine, fromSeq: number): StoredRecord[] {
  const first = seq - records.length + 1;
  return records
    .map((record, index) => ({ seq: first + index, operationId, record }))
    .filter((stored) => stored.seq >= fromSeq);
}
