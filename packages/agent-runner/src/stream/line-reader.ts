/** Cuts a byte stream into blocks of whole lines. */
export interface LineReader {
  /** The lines that are complete with this chunk, joined by newlines; `undefined` when none is. */
  push(chunk: Buffer): string | undefined;
  /** The last line, where the stream ended without a newline. */
  end(): string | undefined;
  /** True once a line was longer than allowed; from then on nothing is read or kept. */
  readonly overflowed: boolean;
}

const NEWLINE = 0x0a;

/**
 * A reader that works on bytes, so that a chunk may end inside a character, and decodes all complete lines of a chunk
 * at once. The pieces of an unfinished line are kept in a list joined once, so that one long line costs linear time.
 */
export function createLineReader(options: { readonly maxLineBytes: number }): LineReader {
  const { maxLineBytes } = options;
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  let overflowed = false;

  const takePieces = (last: Buffer): string => {
    if (pieceBytes === 0) return last.toString('utf8');
    pieces.push(last);
    const text = Buffer.concat(pieces, pieceBytes + last.length).toString('utf8');
    pieces = [];
    pieceBytes = 0;
    return text;
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
