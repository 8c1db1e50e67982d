import type { FileHandle } from 'node:fs/promises';
import type { SessionRecord } from '@ctx/contract';
import * as z from 'zod';

/** One line of the log: one append, whole or not there at all. */
export interface LogLine {
  /** `seq` of the last of `records`. */
  readonly seq: number;
  readonly operationId: string;
  readonly records: readonly SessionRecord[];
}

/** A line with its place in the file. */
export interface PlacedLine {
  readonly line: LogLine | undefined;
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset behind its newline, or the end of the file. */
  readonly end: number;
  /** Whether a newline ends it. */
  readonly terminated: boolean;
}

const lineSchema = z.object({
  seq: z.int().min(1),
  operationId: z.string(),
  records: z.array(z.looseObject({ type: z.string() })),
});

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;

/** The lines of a log up to `size` bytes, in order. A line that is not one of ours has `line: undefined`. */
export async function* readLines(handle: FileHandle, size: number): AsyncGenerator<PlacedLine, void> {
  let pieces: Buffer[] = [];
  let start = 0;
  let position = 0;
  while (position < size) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    let from = 0;
    for (let newline = chunk.indexOf(NEWLINE); newline !== -1; newline = chunk.indexOf(NEWLINE, from)) {
      pieces.push(chunk.subarray(from, newline));
      const end = position + newline + 1;
      yield { line: parseLine(pieces), start, end, terminated: true };
      pieces = [];
      start = end;
      from = newline + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
    position += bytesRead;
  }
  if (pieces.length > 0) yield { line: parseLine(pieces), start, end: position, terminated: false };
}

/** A line as it stands in the file, newline included. */
export function formatLine(line: LogLine): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

function parseLine(pieces: readonly Buffer[]): LogLine | undefined {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(Buffer.concat(pieces).toString()));
    // Records are ours: written by this package, guarded by the lock. What a later version adds is passed over.
    return parsed.success ? (parsed.data as unknown as LogLine) : undefined;
  } catch {
    return undefined;
  }
}
