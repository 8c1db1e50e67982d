import { createBlockBuffer } from './block-buffer.ts';

/** Cuts a byte stream into blocks of whole lines. */
export interface LineReader {
  /** The lines that are complete with this chunk; `undefined` when none is. The chunk itself is never changed. */
  push(chunk: Buffer): LineBlock | undefined;
  /** The last line, where the stream ended without a newline. */
  end(): LineBlock | undefined;
  /** True once a line was longer than allowed; from then on nothing is read or kept. */
  readonly overflowed: boolean;
}

/**
 * Bytes of whole lines: one byte that means nothing, then lines, each ended by a newline. It belongs to whoever got it
 * until the reader is given the next chunk: all of it may be overwritten, and that first byte is there for it.
 */
export type LineBlock = Buffer;

const NEWLINE = 0x0a;

/**
 * A reader that works on bytes, so that a chunk may end inside a character. The pieces of an unfinished line are kept
 * in a list and copied once, so that one long line costs linear time.
 */
export function createLineReader(options: { readonly maxLineBytes: number }): LineReader {
  const { maxLineBytes } = options;
  const blockBuffer = createBlockBuffer();
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  let overflowed = false;

  const takePieces = (last: Buffer): LineBlock => {
    pieces.push(last);
    const block = blockBuffer.join(pieces, pieceBytes + last.length);
    pieces = [];
    pieceBytes = 0;
    return block;
  };

  const keepPiece = (piece: Buffer): void => {
    pieceBytes += piece.length;
    if (pieceBytes > maxLineBytes) {
      overflowed = true;
      pieces = [];
    } else if (piece.length > 0) pieces.push(piece);
  };

  return {
    get overflowed() {
      return overflowed;
    },
    push(chunk) {
      if (overflowed) return undefined;
      const end = endOfGoodLines(chunk, pieceBytes, maxLineBytes);
      if (end === -1) {
        keepPiece(chunk);
        return undefined;
      }
      const block = takePieces(chunk.subarray(0, end));
      keepPiece(chunk.subarray(end + 1));
      return block;
    },
    end() {
      return pieceBytes > 0 && !overflowed ? takePieces(Buffer.alloc(0)) : undefined;
    },
  };
}

/** Where the last line that is complete and not too long ends; -1 when there is none. */
function endOfGoodLines(chunk: Buffer, bytesBefore: number, maxLineBytes: number): number {
  // A chunk is nearly always far smaller than the longest line allowed: then only the first line can be too long.
  if (chunk.length <= maxLineBytes) {
    const first = chunk.indexOf(NEWLINE);
    return bytesBefore + first > maxLineBytes ? -1 : chunk.lastIndexOf(NEWLINE);
  }
  let good = -1;
  let lineBytes = bytesBefore;
  for (let start = 0, end = chunk.indexOf(NEWLINE); end !== -1; start = end + 1, end = chunk.indexOf(NEWLINE, start)) {
    if (lineBytes + end - start > maxLineBytes) return good;
    good = end;
    lineBytes = 0;
  }
  return good;
}
