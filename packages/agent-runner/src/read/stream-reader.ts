import * as buffer from 'node:buffer';
import type { AgentEvent, TurnParser } from '@ctx/contract';
import { stripEscapes } from './escape-stripper.ts';

/** Reads what one process writes: bytes → lines → JSON → events. */
export interface StreamReader {
  /** Reads the lines that are complete with this chunk. It may end anywhere, also inside a character. */
  push(chunk: Buffer): void;
  /** Reads the last line, where the stream ended without a newline. */
  end(): void;
  /** True once a line was longer than allowed; from then on nothing is read or kept. */
  readonly overflowed: boolean;
}

/** What a reader may hold, and who gets what the parser makes of the lines. */
export interface StreamReaderOptions {
  readonly maxLineBytes: number;
  readonly onEvents: (events: readonly AgentEvent[]) => void;
}

const NEWLINE = 0x0a;
const OPENING_BRACE = 0x7b;
const EMPTY = Buffer.alloc(0);

/** A reader for one turn's parser. What the parser throws is thrown on. */
export function createStreamReader(parser: TurnParser, options: StreamReaderOptions): StreamReader {
  const { maxLineBytes, onEvents } = options;
  // The line that is not complete yet: its bytes, in memory that doubles when it is full, however small the chunks are.
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

  /** Reads a chunk that is not longer than a line may be, so that only what is held can become too long. */
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

/** The JSON object that a line holds; `undefined` for anything else. Blanks, a byte order mark and escapes may precede it. */
function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  const text = line.charCodeAt(0) === OPENING_BRACE ? line : stripEscapes(line).trim();
  if (text.charCodeAt(0) !== OPENING_BRACE) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The text of whole lines. Node 20 decodes UTF-8 character by character. Here a block is turned at once into what
 * strings are made of, Latin-1 or UTF-16, which takes a third off reading a stream of Chinese or emoji. That works for
 * valid UTF-8, and where Node was built with ICU.
 */
function decode(bytes: Buffer): string {
  if (buffer.isAscii(bytes)) return bytes.toString('latin1');
  if (buffer.transcode === undefined || !buffer.isUtf8(bytes)) return bytes.toString('utf8');
  return buffer.transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}
