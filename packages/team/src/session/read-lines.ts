import type { FileHandle } from 'node:fs/promises';

/** A line with its offsets in the file. */
export interface PlacedBytes {
  /** Without its newline. */
  readonly bytes: Buffer;
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset after its newline, or of the end of the file. */
  readonly end: number;
  /** Whether it ends with a newline. */
  readonly terminated: boolean;
}

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;

/** The lines of a file from offset `from` up to offset `size`, in order. */
export async function* readLines(handle: FileHandle, from: number, size: number): AsyncGenerator<PlacedBytes, void> {
  let pieces: Buffer[] = [];
  let start = from;
  let position = from;
  while (position < size) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    let used = 0;
    for (let newline = chunk.indexOf(NEWLINE); newline !== -1; newline = chunk.indexOf(NEWLINE, used)) {
      const rest = chunk.subarray(used, newline);
      const bytes = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
      const end = position + newline + 1;
      yield { bytes, start, end, terminated: true };
      pieces = [];
      start = end;
      used = newline + 1;
    }
    if (used < chunk.length) pieces.push(chunk.subarray(used));
    position += bytesRead;
  }
  if (pieces.length > 0) yield { bytes: Buffer.concat(pieces), start, end: position, terminated: false };
}
