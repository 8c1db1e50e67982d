import type { PromptContextMessage } from '@ctx/contract';
import { byteLength } from '@ctx/trimmer';
import { Utf8Pages } from './utf8-pages.ts';

/** How a format writes one message. */
export type Line = (message: PromptContextMessage) => string;

/** How a message is found by its number. Numbers count from the first message ever added and never change. */
export type MessageByNumber = (number: number) => PromptContextMessage;

/**
 * A stretch of a conversation as text in one format: the lines, where each begins in bytes, and the bytes themselves.
 * The prompt of a long conversation is mostly the prompt of the turn before; here a turn costs what is new. Grows at
 * both ends as prompts ask for more, and forgets its oldest lines when they are far outside of any budget.
 */
export class RenderedLog {
  readonly #line: Line;
  /** The largest budget it can serve. */
  readonly maxBytes: number;
  /** Number of the first message rendered. */
  #first: number;
  #lines: string[] = [];
  /** Where each line begins, its newline counted to it, and behind them all where the next would begin. */
  #offsets: number[] = [0];
  #pages = new Utf8Pages(0);
  /** How many lines are in `#pages`. */
  #paged = 0;

  constructor(line: Line, maxBytes: number, start: number) {
    this.#line = line;
    this.maxBytes = maxBytes;
    this.#first = start;
  }

  get first(): number {
    return this.#first;
  }

  /** Number behind the last message rendered. */
  get end(): number {
    return this.#first + this.#lines.length;
  }

  /** Offset of the line of a message, for numbers from `first` to `end`. */
  offsetOf(number: number): number {
    return this.#offsets[number - this.#first]!;
  }

  lines(from: number, to: number): string[] {
    return this.#lines.slice(from - this.#first, to - this.#first);
  }

  /** The lines as bytes, each with its newline; the last without it unless asked for. */
  chunks(from: number, to: number, lastNewline = false): Uint8Array[] {
    if (from === to) return [];
    for (; this.#paged < to - this.#first; this.#paged++) {
      const bytes = this.#offsets[this.#paged + 1]! - this.#offsets[this.#paged]! - 1;
      if (bytes > this.maxBytes) this.#pages.skip(bytes + 1);
      else this.#pages.append(this.#lines[this.#paged]!, bytes);
    }
    return this.#pages.slice(this.offsetOf(from), this.offsetOf(to) - (lastNewline ? 0 : 1));
  }

  /** Renders the messages from `end` up to, not including, `to`. `oldest` is the first message there still is. */
  append(to: number, oldest: number, messageAt: MessageByNumber): void {
    for (let number = this.end; number < to; number++) {
      const { line, bytes } = this.#render(messageAt(number));
      this.#lines.push(line);
      this.#offsets.push(this.#offsets.at(-1)! + bytes + 1);
    }
    this.#forgetBefore(oldest);
  }

  /** Renders messages before `first`: down to `from`, or until there are enough to fill a budget. */
  prepend(from: number, messageAt: MessageByNumber): void {
    const lines: string[] = [];
    const offsets: number[] = [];
    let offset = this.#offsets[0]!;
    const lowest = offset - this.maxBytes;
    while (this.#first > from && offset >= lowest) {
      const { line, bytes } = this.#render(messageAt(--this.#first));
      offset -= bytes + 1;
      lines.push(line);
      offsets.push(offset);
    }
    this.#lines = lines.reverse().concat(this.#lines);
    this.#offsets = offsets.reverse().concat(this.#offsets);
    this.#restartPages();
  }

  /** Forgets all lines; the next is that of message `number`. */
  restartAt(number: number): void {
    this.#first = number;
    this.#lines = [];
    this.#offsets = [0];
    this.#restartPages();
  }

  // A line that no budget has room for is neither measured nor kept: a code unit takes at least a byte.
  #render(message: PromptContextMessage): { line: string; bytes: number } {
    const line = this.#line(message);
    return line.length > this.maxBytes ? { line: '', bytes: line.length } : { line, bytes: byteLength(line) };
  }

  // In one move, once half of it is of no use: messages that are gone, or too far back for any budget.
  #forgetBefore(oldest: number): void {
    const end = this.#offsets.at(-1)!;
    let gone = oldest - this.#first;
    if (end - this.#offsets[0]! > 4 * this.maxBytes) {
      gone = Math.max(
        gone,
        this.#offsets.findIndex((offset) => offset >= end - 2 * this.maxBytes),
      );
    } else if (gone * 2 <= this.#lines.length) return;
    this.#first += gone;
    this.#lines = this.#lines.slice(gone);
    this.#offsets = this.#offsets.slice(gone);
    if (this.#paged < gone) {
      this.#restartPages();
    } else {
      this.#paged -= gone;
      this.#pages.dropBefore(this.#offsets[0]!);
    }
  }

  #restartPages(): void {
    this.#pages = new Utf8Pages(this.#offsets[0]!);
    this.#paged = 0;
  }
}
