import { type ConversationMessage, CtxError, type NewMessage } from '@ctx/contract';
import type { Line, RenderedLog } from './rendering/rendered-log.ts';
import { toStoredMessage } from './to-stored-message.ts';

/**
 * The messages of a conversation in order, found by id. Positions count from the oldest message kept. Adding is O(1);
 * with `maxMessages` the oldest go, and the room they took is given back in one move once it is half of the whole.
 */
export class MessageLog {
  /** What prompts have rendered of it so far, by format. */
  readonly rendered = new WeakMap<Line, RenderedLog>();
  readonly #maxMessages: number;
  #messages: ConversationMessage[] = [];
  /** How many at the front of `#messages` are no longer kept. */
  #gone = 0;
  /** How many were moved out of `#messages` for good. */
  #moved = 0;
  readonly #absolutePositions = new Map<string, number>();
  #nextNumber = 1;

  constructor(maxMessages: number) {
    this.#maxMessages = maxMessages;
  }

  get length(): number {
    return this.#messages.length - this.#gone;
  }

  /** How many messages were added before the oldest one kept. */
  get firstNumber(): number {
    return this.#moved + this.#gone;
  }

  at(position: number): ConversationMessage {
    return this.#messages[this.#gone + position]!;
  }

  toArray(): ConversationMessage[] {
    return this.#messages.slice(this.#gone);
  }

  /** @throws CtxError `CTX_UNKNOWN_MESSAGE` */
  positionOf(id: string): number {
    const absolute = this.#absolutePositions.get(id);
    if (absolute === undefined) throw unknownMessage(id);
    return absolute - this.firstNumber;
  }

  /** Gives the message an id unless it has one. @throws CtxError `CTX_DUPLICATE_MESSAGE` */
  add(message: NewMessage): ConversationMessage {
    const givenId = message?.id;
    if (givenId !== undefined && (typeof givenId !== 'string' || givenId === '')) {
      throw new TypeError('Message id must be a string that is not empty');
    }
    const number = givenId === undefined ? this.#freeNumber() : undefined;
    const stored = toStoredMessage(message, givenId ?? `msg-${number}`);
    if (this.#absolutePositions.has(stored.id)) {
      throw new CtxError('CTX_DUPLICATE_MESSAGE', `There is a message "${stored.id}" in this conversation already.`);
    }
    if (number !== undefined) this.#nextNumber = number + 1;
    this.#absolutePositions.set(stored.id, this.#moved + this.#messages.length);
    this.#messages.push(stored);
    if (this.length > this.#maxMessages) this.#dropOldest();
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
    while (this.#absolutePositions.has(`msg-${number}`)) number = Number.isSafeInteger(number) ? number + 1 : 1;
    return number;
  }

  #dropOldest(): void {
    this.#absolutePositions.delete(this.at(0).id);
    this.#gone++;
    if (this.#gone * 2 <= this.#messages.length) return;
    this.#messages = this.#messages.slice(this.#gone);
    this.#moved += this.#gone;
    this.#gone = 0;
  }
}

/** The error for an id that nothing in the conversation has, or nothing in the part of it that was asked for. */
export function unknownMessage(id: string | undefined): CtxError {
  return new CtxError('CTX_UNKNOWN_MESSAGE', `There is no message "${id}" in this conversation.`);
}
