import type { FileHandle } from 'node:fs/promises';
import type { StoredRecord } from '@ctx/contract';
import { createLineJudge } from './judge-lines.ts';
import type { LogLine } from './log-line.ts';
import { readLines } from './read-lines.ts';

/** The records of a log up to `size` bytes, from `fromSeq` on. Lines that are not whole are passed over. */
export async function* readRecords(
  handle: FileHandle,
  size: number | Promise<number>,
  file: string,
  fromSeq: number,
): AsyncGenerator<StoredRecord, void> {
  const judge = createLineJudge(file);
  for await (const { bytes } of readLines(handle, 0, await size)) {
    const { line } = judge(bytes);
    if (line !== undefined && line.seq >= fromSeq) yield* recordsOf(line, fromSeq);
  }
}

/** The records of a line with their places. */
export function recordsOf({ seq, operationId, records }: LogLine, fromSeq: number): StoredRecord[] {
  const first = seq - records.length + 1;
  return records
    .map((record, index) => ({ seq: first + index, operationId, record }))
    .filter((stored) => stored.seq >= fromSeq);
}
