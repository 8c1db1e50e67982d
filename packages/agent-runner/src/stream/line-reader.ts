/** Cuts a byte stream into lines of text. */
export interface LineReader {
  /** The lines that are complete with this chunk, without their endings. */
  push(chunk: Buffer): string[];
  /** The last line, where the stream ended without a newline. */
  end(): string[];
  /** True once a line was longer than allowed; from then on nothing is read or kept. */
  readonly overflowed: boolean;
}

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * A reader that works on bytes, so that a chunk may end inside a character, and that keeps the pieces of an unfinished
 * line in a list joined once, so that one long line costs linear time.
 */
export function createLineReader(options: { readonly maxLineBytes: number }): LineReader {
  const { maxLineBytes } = options;
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  let overflowed = false;

  const overflow = (): void => {
    overflowed = true;
    pieces = [];
  };

  const takePieces = (last: Buffer): string => {
    pieces.push(last);
    const line = Buffer.concat(pieces, pieceBytes + last.length);
    pieces = [];
    pieceBytes = 0;
    return decodeLine(line, 0, line.length);
  };

  return {
    get overflowed() {
      return overflowed;
    },
    push(chunk) {
      const lines: string[] = [];
      if (overflowed) return lines;
      let start = 0;
      let newline = chunk.indexOf(NEWLINE);
      while (newline !== -1) {
        if (pieceBytes + newline - start > maxLineBytes) {
          overflow();
          return lines;
        }
        lines.push(pieceBytes > 0 ? takePieces(chunk.subarray(start, newline)) : decodeLine(chunk, start, newline));
        start = newline + 1;
        newline = chunk.indexOf(NEWLINE, start);
      }
      if (start < chunk.length) {
        pieceBytes += chunk.length - start;
        if (pieceBytes > maxLineBytes) overflow();
        else pieces.push(start === 0 ? chunk : chunk.subarray(start));
      }
      return lines;
    },
    end() {
      return pieceBytes > 0 && !overflowed ? [takePieces(Buffer.alloc(0))] : [];
    },
  };
}

function decodeLine(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
}
