import { type ConversationMessage, CtxError, type NewMessage } from '@ctx/contract';
import type { Line, RenderedLog } from './rendering/rendered-log.ts';
import { toStoredMessage } from './to-stored-message.ts';

/**
 * The messages of a conversation in order, found by id or number. Numbers count from the first message ever added and
 * never change. Adding is O(1); with `maxMessages` the oldest go, and the room they took is given back in one move once
 * it is half of the whole.
 */
export class MessageLog {
  /** What prompts have rendered of it so far, by format. */
  readonly rendered = new WeakMap<Line, RenderedLog>();
  readonly #maxMessages: number;
  #messages: ConversationMessage[] = [];
  /** Number of `#messages[0]`, which may be kept no longer. */
  #offset = 0;
  #first = 0;
  readonly #numbers = new Map<string, number>();
  #nextNumber = 1;

  constructor(maxMessages: number) {
    this.#maxMessages = maxMessages;
  }

  /** Number of the oldest message kept. */
  get first(): number {
    return this.#first;
  }

  /** The number the next message will have. */
  get end(): number {
    return this.#offset + this.#messages.length;
  }

  /** The message of a number from `first` up to, not including, `end`. */
  at(number: number): ConversationMessage {
    return this.#messages[number - this.#offset]!;
  }

  toArray(): ConversationMessage[] {
    return this.#messages.slice(this.#first - this.#offset);
  }

  /** @throws CtxError `CTX_UNKNOWN_MESSAGE` */
  numberOf(id: string): number {
    const number = this.#numbers.get(id);
    if (number === undefined) throw unknownMessage(id);
    return number;
  }

  /** Gives the message an id unless it has one. @throws CtxError `CTX_DUPLICATE_MESSAGE` */
  add(message: NewMessage): ConversationMessage {
    const givenId = message?.id;
    if (givenId !== undefined && (typeof givenId !== 'string' || givenId === '')) {
      throw new TypeError('Message id must be a string that is not empty');
    }
    const number = givenId === undefined ? this.#freeNumber() : undefined;
    const stored = toStoredMessage(message, givenId ?? `msg-${number}`);
    if (this.#numbers.has(stored.id)) {
      throw new CtxError('CTX_DUPLICATE_MESSAGE', `There is a message "${stored.id}" in this conversation already.`);
    }
    if (number !== undefined) this.#nextNumber = number + 1;
    this.#numbers.set(stored.id, this.end);
    this.#messages.push(stored);
    if (this.end - this.#first > this.#maxMessages) this.#dropOldest();
    return stored;
  }

  /** Makes generated ids go on behind the highest `msg-N` among `ids`. */
  continueAfter(ids: Iterable<string>): void {
    for (const id of ids) {
      const number = /^msg-\d+$/.test(id) ? Number(id.slice(4)) : 0;
      if (number < Number.MAX_SAFE_INTEGER) this.#nextNumber = Math.max(this.#nextNumber, number + 1);
    }
  }

  // Behind the largest whole number that can be counted on, it looks for a free one from the start.
  #freeNumber(): number {
    let number = this.#nextNumber;
    while (this.#numbers.has(`msg-${number}`)) number = Number.isSafeInteger(number) ? number + 1 : 1;
    return number;
  }

  #dropOldest(): void {
    this.#numbers.delete(this.at(this.#first++).id);
    const gone = this.#first - this.#offset;
    if (gone * 2 <= this.#messages.length) return;
    this.#messages = this.#messages.slice(gone);
    this.#offset = this.#first;
  }
}

/** The error for an id that nothing in the conversation has, or nothing in the part of it that was asked for. */
export function unknownMessage(id: string | undefined): CtxError {
  return new CtxError('CTX_UNKNOWN_MESSAGE', `There is no message "${id}" in this conversation.`);
}
