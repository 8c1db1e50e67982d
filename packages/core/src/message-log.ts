import {
  type ConversationMessage,
  CtxError,
  type NewMessage,
  type PromptContextMessage,
  type StrippingMode,
} from '@ctx/contract';
import { must } from './must.ts';
import { toPromptMessage } from './to-prompt-message.ts';
import { toStoredMessage } from './to-stored-message.ts';

/**
 * The messages of a conversation in order, found by id or number. Numbers count from the first message ever added and
 * never change. Adding is O(1); with `maxMessages` the oldest go, and the room they took is given back in one move once
 * it is half of the whole.
 */
export class MessageLog {
  readonly #maxMessages: number;
  readonly #stripping: StrippingMode;
  #messages: (ConversationMessage | undefined)[] = [];
  /** Each message as agents see it, once a prompt has asked for it: the same object from turn to turn. */
  #prompts: (PromptContextMessage | undefined)[] = [];
  /** Number of `#messages[0]`, which may be kept no longer. */
  #offset = 0;
  #first = 0;
  readonly #numbers = new Map<string, number>();
  #nextNumber = 1;

  constructor(maxMessages: number, stripping: StrippingMode) {
    this.#maxMessages = maxMessages;
    this.#stripping = stripping;
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

  /** The same message as agents see it. */
  promptAt(number: number): PromptContextMessage {
    const index = number - this.#offset;
    const known = this.#prompts[index];
    if (known !== undefined) return known;
    const prepared = toPromptMessage(this.at(number), this.#stripping);
    this.#prompts[index] = prepared;
    return prepared;
  }

  toArray(): ConversationMessage[] {
    return this.#messages.slice(this.#first - this.#offset) as ConversationMessage[];
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
    must(
      givenId === undefined || (typeof givenId === 'string' && givenId !== ''),
      'Message id must be a string that is not empty',
    );
    const number = givenId === undefined ? this.#freeNumber() : undefined;
    const stored = toStoredMessage(message, givenId ?? `msg-${number}`);
    if (this.#numbers.has(stored.id)) {
      throw new CtxError('CTX_DUPLICATE_MESSAGE', `There is a message "${stored.id}" in this conversation already.`);
    }
    if (number !== undefined) this.#nextNumber = number + 1;
    this.#numbers.set(stored.id, this.end);
    this.#messages.push(stored);
    this.#prompts.push(undefined);
    if (this.end - this.#first > this.#maxMessages) this.#dropOldest();
    return stored;
  }

  /** Makes generated ids go on after the highest `msg-N` among `ids`. */
  continueAfter(ids: Iterable<string>): void {
    for (const id of ids) {
      const number = /^msg-\d+$/.test(id) ? Number(id.slice(4)) : 0;
      if (number < Number.MAX_SAFE_INTEGER) this.#nextNumber = Math.max(this.#nextNumber, number + 1);
    }
  }

  // After the largest whole number that can be counted on, it looks for a free one from the start.
  #freeNumber(): number {
    let number = this.#nextNumber;
    while (this.#numbers.has(`msg-${number}`)) number = Number.isSafeInteger(number) ? number + 1 : 1;
    return number;
  }

  // The message goes at once, and with it every line that was made of it; its place goes with half of all places.
  #dropOldest(): void {
    this.#numbers.delete(this.at(this.#first).id);
    const index = this.#first++ - this.#offset;
    this.#messages[index] = undefined;
    this.#prompts[index] = undefined;
    if ((index + 1) * 2 <= this.#messages.length) return;
    this.#messages = this.#messages.slice(index + 1);
    this.#prompts = this.#prompts.slice(index + 1);
    this.#offset = this.#first;
  }
}

/** The error for an id that nothing in the conversation has, or nothing in the part of it that was asked for. */
export function unknownMessage(id: string | undefined): CtxError {
  return new CtxError('CTX_UNKNOWN_MESSAGE', `There is no message "${id}" in this conversation.`);
}
