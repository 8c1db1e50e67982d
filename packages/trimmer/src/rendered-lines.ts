import type { MessagesBlock, PromptContextMessage, TokenCounter } from '@ctx/contract';
import { byteLength, encoder } from './byte-length.ts';
import { countTokens } from './count-tokens.ts';
import { RESERVED_SENDER } from './message-writer.ts';
import { addChunks, encodeLines, type OpenPage, type PagedLine } from './utf8-pages.ts';

// The only cache in this package. Most of a long conversation's prompt is the same as in the turn before. So the line
// of a frozen message is stored as long as the message lives, together with its size and, once needed, its UTF-8 and its
// token count. A turn then renders only the new messages.

/** One message as text. */
interface RenderedLine extends PagedLine {
  /** Missing if the line was too long for every budget so far. Such a line is neither measured nor stored. */
  readonly text: string | undefined;
  /** A lower bound if `text` is missing. */
  readonly bytes: number;
  /** The counter that `tokens` came from. */
  counter: TokenCounter | undefined;
  /** Tokens of the line with a newline at its end. */
  tokens: number;
}

/** The cache of one format. */
interface FormatCache extends OpenPage {
  readonly lines: WeakMap<PromptContextMessage, RenderedLine>;
}

const caches = new WeakMap<MessagesBlock['line'], FormatCache>();

/** The newest messages that fit, rendered, and the line about those of them that are newer than the current message. */
export interface KeptLines {
  /** Number of messages. */
  readonly count: number;
  /** How many of them are newer than the current message. */
  readonly newer: number;
  /** Bytes of all lines with the newlines between them. */
  readonly bytes: number;
  /** 0 without a budget in tokens. */
  readonly tokens: number;
  /** Appends the lines, oldest first. */
  addTo(parts: string[]): void;
  /**
   * Appends the lines as UTF-8, oldest first, each with a newline at its end. There must be at least one. The chunks are
   * shared: never write to them.
   */
  addUtf8To(chunks: Uint8Array[]): void;
}

/** The room for messages. */
export interface Room {
  readonly bytes: number;
  /** Applies only with a counter. */
  readonly tokens: number;
  readonly counter: TokenCounter | undefined;
  /** The text after the last line. It is counted in that line's tokens. */
  readonly afterLast: string;
}

/** Renders as many of the newest messages as fit. Looks at no message before the first one that does not fit. */
export function newestLines({ messages, line, newer = 0 }: MessagesBlock, room: Room): KeptLines {
  const { counter } = room;
  const cache = caches.get(line) ?? { lines: new WeakMap(), page: new Uint8Array(0), used: 0 };
  caches.set(line, cache);
  const newestFirst: RenderedLine[] = [];
  const orderLine = orderLines(line, room);
  let order = NO_LINE;
  // There is one newline less than there are lines.
  let bytes = -1;
  let tokens = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    const orderWithThis = orderLine(Math.min(newer, newestFirst.length + 1));
    const bytesLeft = room.bytes - bytes - 1 - orderWithThis.bytes;
    let rendered = cache.lines.get(message);
    if (rendered === undefined || (rendered.text === undefined && rendered.bytes <= bytesLeft)) {
      rendered = render(line(message), bytesLeft);
      if (Object.isFrozen(message)) cache.lines.set(message, rendered);
    }
    if (rendered.bytes > bytesLeft) break;
    if (counter !== undefined) {
      const end = newestFirst.length === 0 && newer === 0 ? room.afterLast : '\n';
      const tokensWithThis = tokens + tokensOf(rendered, counter, end);
      if (tokensWithThis + orderWithThis.tokens > room.tokens) break;
      tokens = tokensWithThis;
    }
    newestFirst.push(rendered);
    bytes += rendered.bytes + 1;
    order = orderWithThis;
  }
  const lines = newestFirst.reverse();
  return {
    count: lines.length,
    newer: Math.min(newer, lines.length),
    bytes: Math.max(0, bytes) + order.bytes,
    tokens: tokens + order.tokens,
    addTo(parts) {
      for (const { text } of lines) parts.push(text!);
      if (order !== NO_LINE) parts.push(order.text);
    },
    addUtf8To(chunks) {
      encodeLines(
        cache,
        lines.filter(({ page }) => page === undefined),
      );
      addChunks(lines, chunks);
      if (order !== NO_LINE) chunks.push(encoder.encode(`${order.text}\n`));
    },
  };
}

/** The line that says how many of the messages above it are newer than the current message. */
interface OrderLine {
  readonly text: string;
  /** With the newline before it. */
  readonly bytes: number;
  readonly tokens: number;
}

const NO_LINE: OrderLine = { text: '', bytes: 0, tokens: 0 };

// Makes the line for each number of messages once: the number grows with the messages that are kept.
function orderLines(line: MessagesBlock['line'], { counter, afterLast }: Room): (newer: number) => OrderLine {
  let [made, order] = [0, NO_LINE];
  return (newer) => {
    if (newer === made) return order;
    const which = newer === 1 ? 'message' : `${newer} messages`;
    const content = `The last ${which} above came after the message below.`;
    const text = line({ from: RESERVED_SENDER, to: 'all', content });
    const tokens = counter === undefined ? 0 : countTokens(counter, text + afterLast);
    [made, order] = [newer, { text, bytes: byteLength(text) + 1, tokens }];
    return order;
  };
}

// A code unit takes at least one byte, so a text with too many units need not be measured.
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
