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
  /** With a newline at its end. */
  utf8: Uint8Array | undefined;
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
  /** Adds the lines as UTF-8, oldest first, each with a newline at its end. Not to be written to. */
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
  return {
    count: newestFirst.length,
    bytes: Math.max(0, bytes),
    tokens,
    addTo(parts) {
      for (let index = newestFirst.length - 1; index >= 0; index--) parts.push(newestFirst[index]!.text!);
    },
    addUtf8To(chunks) {
      encodeAll(newestFirst.filter(({ utf8 }) => utf8 === undefined));
      for (let index = newestFirst.length - 1; index >= 0; index--) chunks.push(newestFirst[index]!.utf8!);
    },
  };
}

// A code unit takes at least one byte: what is too long in units need not be measured.
function render(text: string, maxBytes: number): RenderedLine {
  const isTooLong = text.length > maxBytes;
  return {
    text: isTooLong ? undefined : text,
    bytes: isTooLong ? text.length : byteLength(text),
    utf8: undefined,
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
    line.utf8 = block.subarray(offset, offset + line.bytes + 1);
    encoder.encodeInto(line.text!, line.utf8);
    line.utf8[line.bytes] = NEWLINE;
    offset += line.bytes + 1;
  }
}
