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
  page: Uint8Array | undefined;
  start: number;
  counter: TokenCounter | undefined;
  /** As `counter` counts them, with a newline at its end. */
  tokens: number;
}

/** What is known of one format. */
interface FormatCache {
  readonly lines: WeakMap<PromptContextMessage, RenderedLine>;
  /** Where UTF-8 is written, and how much of it is taken. */
  page: Uint8Array;
  used: number;
}

const caches = new WeakMap<MessagesBlock['line'], FormatCache>();

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
  const cache = caches.get(line) ?? { lines: new WeakMap(), page: new Uint8Array(0), used: 0 };
  caches.set(line, cache);
  const newestFirst: RenderedLine[] = [];
  let bytes = -1;
  let tokens = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    const left = room.bytes - bytes - 1;
    let rendered = cache.lines.get(message);
    if (rendered === undefined || (rendered.text === undefined && rendered.bytes <= left)) {
      rendered = render(line(message), left);
      if (Object.isFrozen(message)) cache.lines.set(message, rendered);
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
      encodeAll(
        cache,
        lines.filter(({ page }) => page === undefined),
      );
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
    page: undefined,
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

/** Lines of several turns share so many bytes; a first prompt gets as many as it needs at once. */
const PAGE_BYTES = 64 * 1024;
const NEWLINE = 10;

function encodeAll(cache: FormatCache, lines: readonly RenderedLine[]): void {
  const size = lines.reduce((sum, { bytes }) => sum + bytes + 1, 0);
  if (cache.used + size > cache.page.length) {
    // Nothing but newlines, so that each line that is written into it has one at its end.
    cache.page = new Uint8Array(Math.max(size, PAGE_BYTES)).fill(NEWLINE);
    cache.used = 0;
  }
  for (const line of lines) {
    line.page = cache.page;
    line.start = cache.used;
    encoder.encodeInto(line.text!, cache.page.subarray(cache.used));
    cache.used += line.bytes + 1;
  }
}

// Neighbours that lie side by side in memory are one chunk: few large ones are quicker to hand on than many small ones.
function addRuns(lines: readonly RenderedLine[], chunks: Uint8Array[]): void {
  let { page, start } = lines[0]!;
  let end = start;
  for (const line of lines) {
    if (line.page !== page || line.start !== end) {
      chunks.push(page!.subarray(start, end));
      ({ page, start } = line);
    }
    end = line.start + line.bytes + 1;
  }
  chunks.push(page!.subarray(start, end));
}
