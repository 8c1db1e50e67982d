import * as buffer from 'node:buffer';
import { type AgentEvent, isTooDeep, type TurnParser } from '@ctx/contract';
import { stripEscapes } from './escape-stripper.ts';

/** Reads the output of one process: bytes → lines → JSON → events. */
export interface StreamReader {
  /** Reads the lines that this chunk completes. A chunk may end anywhere, even inside a character. */
  push(chunk: Buffer): void;
  /** Reads the last line if the stream ended without a newline. */
  end(): void;
  /** True after a line was longer than allowed. From then on nothing is read or kept. */
  readonly overflowed: boolean;
}

/** The longest line a reader accepts, and the receiver of the parser's events. */
export interface StreamReaderOptions {
  readonly maxLineBytes: number;
  readonly onEvents: (events: readonly AgentEvent[]) => void;
}

const NEWLINE = 0x0a;
const OPENING_BRACE = 0x7b;
const EMPTY = Buffer.alloc(0);

/** A reader for the parser of one turn. Exceptions of the parser are passed on. */
export function createStreamReader(parser: TurnParser, options: StreamReaderOptions): StreamReader {
  const { maxLineBytes, onEvents } = options;
  // Bytes of the incomplete line. The buffer doubles when it is full, so that small chunks are not slow.
  let memory = EMPTY;
  let heldBytes = 0;
  let overflowed = false;

  const hold = (piece: Buffer): void => {
    const bytes = heldBytes + piece.length;
    if (bytes > maxLineBytes) {
      overflowed = true;
      memory = EMPTY;
      heldBytes = 0;
      return;
    }
    if (bytes > memory.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * memory.length));
      memory.copy(larger, 0, 0, heldBytes);
      memory = larger;
    }
    piece.copy(memory, heldBytes);
    heldBytes = bytes;
  };

  const readHeld = (): void => {
    const line = memory.subarray(0, heldBytes);
    memory = EMPTY;
    heldBytes = 0;
    readLines(line);
  };

  const readLines = (bytes: Buffer): void => {
    for (const line of decode(bytes).split('\n')) {
      const value = parser.json === undefined ? undefined : parseObject(line);
      onEvents(value === undefined ? parser.text(line.endsWith('\r') ? line.slice(0, -1) : line) : parser.json!(value));
    }
  };

  /** Reads a chunk of at most `maxLineBytes`, so that only the held line can become too long. */
  const read = (chunk: Buffer): void => {
    let start = 0;
    if (heldBytes > 0) {
      const end = chunk.indexOf(NEWLINE);
      hold(end === -1 ? chunk : chunk.subarray(0, end));
      if (end === -1 || overflowed) return;
      readHeld();
      start = end + 1;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= start) readLines(chunk.subarray(start, last));
    hold(chunk.subarray(last + 1));
  };

  return {
    push(chunk) {
      for (let start = 0; start < chunk.length && !overflowed; start += maxLineBytes) {
        read(chunk.subarray(start, start + maxLineBytes));
      }
    },
    end() {
      if (heldBytes > 0) readHeld();
    },
    get overflowed() {
      return overflowed;
    },
  };
}

/**
 * The JSON object in a line; `undefined` for anything else, and for one that is nested too deep to be passed on. Blanks,
 * a byte order mark and escapes may precede it.
 */
function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  const text = line.charCodeAt(0) === OPENING_BRACE ? line : stripEscapes(line).trim();
  if (text.charCodeAt(0) !== OPENING_BRACE) return undefined;
  try {
    const value = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * Decodes whole lines. Node 20 decodes UTF-8 character by character. Converting a block at once to Latin-1 or UTF-16,
 * the internal forms of strings, makes reading a stream of Chinese or emoji a third faster. It needs valid UTF-8 and a
 * Node built with ICU; otherwise Node's own decoder is used.
 */
function decode(bytes: Buffer): string {
  if (buffer.isAscii(bytes)) return bytes.toString('latin1');
  if (buffer.transcode === undefined || !buffer.isUtf8(bytes)) return bytes.toString('utf8');
  return buffer.transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}
