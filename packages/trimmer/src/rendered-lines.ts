import type { MessagesBlock, PromptContextMessage, TokenCounter } from '@ctx/contract';
import { byteLength, encoder } from './byte-length.ts';
import { countTokens } from './count-tokens.ts';

// The one cache there is. The prompt of a long conversation is mostly the prompt of the turn before, so what a frozen
// message looks like in a format is remembered for as long as the message lives: its line, the size of it and, once
// asked for, its UTF-8 and its tokens. A turn then costs what is new, plus a look at each message that is kept.

/** One message as text. */
interface RenderedLine {
  /** Missing when it was found too long for any budget so far: neither measured nor kept. */
  readonly text: string | undefined;
  /** Without a text: at least so many. */
  readonly bytes: number;
  /** Where its UTF-8 is, with a newline at its end: `bytes + 1` from `start` on. */
  block: Uint8Array | undefined;
  start: number;
  counter: TokenCounter | undefined;
  /** As `counter` counts them, with a newline at its end. */
  tokens: number;
}

type Line = MessagesBlock['line'];

const linesByFormat = new WeakMap<Line, WeakMap<PromptContextMessage, RenderedLine>>();

/** Neighbouring messages that fit, as text. */
export interface KeptLines {
  readonly count: number;
  /** Newlines between them included. */
  readonly bytes: number;
  readonly tokens: number;
  /** Adds the lines, oldest first. */
  addTo(parts: string[]): void;
  /** Adds the lines as UTF-8, oldest first, each with a newline at its end, several to a chunk. Not to be written to. */
  addUtf8To(chunks: Uint8Array[]): void;
}

/** How many bytes, and with a counter how many tokens, there is room for. */
export interface Room {
  readonly bytes: number;
  readonly tokens: number;
  readonly counter: TokenCounter | undefined;
  /** What follows the newest line; it belongs to its tokens. */
  readonly end: string;
}

/** As many of the newest messages as there is room for: looks from the newest back, and stops at the first too many. */
export function newestLines({ messages, line }: MessagesBlock, room: Room): KeptLines {
  const { counter } = room;
  const known = linesByFormat.get(line) ?? new WeakMap<PromptContextMessage, RenderedLine>();
  linesByFormat.set(line, known);
  const newestFirst: RenderedLine[] = [];
  let bytes = -1;
  let tokens = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    const left = room.bytes - bytes - 1;
    let rendered = known.get(message);
    if (rendered === undefined || (rendered.text === undefined && rendered.bytes <= left)) {
      rendered = render(line(message), left);
      if (Object.isFrozen(message)) known.set(message, rendered);
    }
    if (rendered.bytes > left) break;
    if (counter !== undefined) {
      const end = newestFirst.length === 0 ? room.end : '\n';
      const more = tokens + tokensOf(rendered, counter, end);
      if (more > room.tokens) break;
      tokens = more;
    }
    newestFirst.push(rendered);
    bytes += rendered.bytes + 1;
  }
  const lines = newestFirst.reverse();
  return {
    count: lines.length,
    bytes: Math.max(0, bytes),
    tokens,
    addTo(parts) {
      for (const { text } of lines) parts.push(text!);
    },
    addUtf8To(chunks) {
      encodeAll(lines.filter(({ block }) => block === undefined));
      addRuns(lines, chunks);
    },
  };
}

// A code unit takes at least one byte: what is too long in units need not be measured.
function render(text: string, maxBytes: number): RenderedLine {
  const isTooLong = text.length > maxBytes;
  return {
    text: isTooLong ? undefined : text,
    bytes: isTooLong ? text.length : byteLength(text),
    block: undefined,
    start: 0,
    counter: undefined,
    tokens: 0,
  };
}

function tokensOf(line: RenderedLine, counter: TokenCounter, end: string): number {
  if (end !== '\n') return countTokens(counter, line.text! + end);
  if (line.counter !== counter) {
    line.tokens = countTokens(counter, `${line.text}\n`);
    line.counter = counter;
  }
  return line.tokens;
}

const NEWLINE = 10;

// One block of memory for all of them: many small ones cost more to get than to fill.
function encodeAll(lines: readonly RenderedLine[]): void {
  const block = new Uint8Array(lines.reduce((size, { bytes }) => size + bytes + 1, 0));
  let offset = 0;
  for (const line of lines) {
    line.block = block;
    line.start = offset;
    encoder.encodeInto(line.text!, block.subarray(offset));
    offset += line.bytes + 1;
    block[offset - 1] = NEWLINE;
  }
}

// Lines that were encoded together lie side by side: what has stayed since an earlier turn is one chunk.
function addRuns(lines: readonly RenderedLine[], chunks: Uint8Array[]): void {
  let { block, start } = lines[0]!;
  let end = start;
  for (const line of lines) {
    if (line.block !== block || line.start !== end) {
      chunks.push(block!.subarray(start, end));
      ({ block, start } = line);
    }
    end = line.start + line.bytes + 1;
  }
  chunks.push(block!.subarray(start, end));
}
