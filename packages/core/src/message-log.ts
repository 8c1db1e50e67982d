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
 * never change.
 */
export interface MessageLog {
  /** Number of the oldest message kept. */
  readonly first: number;
  /** The number the next message will have. */
  readonly end: number;
  /** The message of a number from `first` up to, not including, `end`. */
  at(number: number): ConversationMessage;
  /** The same message as agents see it: the same object from turn to turn. */
  promptAt(number: number): PromptContextMessage;
  toArray(): ConversationMessage[];
  /** @throws CtxError `CTX_UNKNOWN_MESSAGE` */
  numberOf(id: string): number;
  /** Gives the message an id unless it has one. @throws CtxError `CTX_DUPLICATE_MESSAGE` */
  add(message: NewMessage): ConversationMessage;
  /** Makes generated ids go on after the highest `msg-N` among `ids`. */
  continueAfter(ids: Iterable<string>): void;
}

/**
 * A log without messages. Adding is O(1); of more than `maxMessages` the oldest go, and the room they took is given back
 * in one move once it is half of the whole.
 */
export function createMessageLog(maxMessages: number, stripping: StrippingMode): MessageLog {
  let messages: (ConversationMessage | undefined)[] = [];
  // Beside them, each as agents see it, once a prompt has asked for it.
  let prompts: (PromptContextMessage | undefined)[] = [];
  // Number of `messages[0]`, which may be kept no longer.
  let offset = 0;
  let first = 0;
  const numbers = new Map<string, number>();
  let nextNumber = 1;

  const at = (number: number): ConversationMessage => messages[number - offset]!;

  // After the largest whole number that can be counted on, it looks for a free one from the start.
  const freeNumber = (): number => {
    let number = nextNumber;
    while (numbers.has(`msg-${number}`)) number = Number.isSafeInteger(number) ? number + 1 : 1;
    return number;
  };

  // The message goes at once, and with it every line that was made of it; its place goes with half of all places.
  const dropOldest = (): void => {
    numbers.delete(at(first).id);
    const index = first++ - offset;
    messages[index] = undefined;
    prompts[index] = undefined;
    if ((index + 1) * 2 <= messages.length) return;
    messages = messages.slice(index + 1);
    prompts = prompts.slice(index + 1);
    offset = first;
  };

  return {
    get first() {
      return first;
    },
    get end() {
      return offset + messages.length;
    },
    at,
    promptAt(number) {
      const index = number - offset;
      const known = prompts[index];
      if (known !== undefined) return known;
      const prepared = toPromptMessage(at(number), stripping);
      prompts[index] = prepared;
      return prepared;
    },
    toArray: () => messages.slice(first - offset) as ConversationMessage[],
    numberOf(id) {
      const number = numbers.get(id);
      if (number === undefined) throw unknownMessage(id);
      return number;
    },
    add(message) {
      const givenId = message?.id;
      must(
        givenId === undefined || (typeof givenId === 'string' && givenId !== ''),
        'Message id must be a string that is not empty',
      );
      const number = givenId === undefined ? freeNumber() : undefined;
      const stored = toStoredMessage(message, givenId ?? `msg-${number}`);
      if (numbers.has(stored.id)) {
        throw new CtxError('CTX_DUPLICATE_MESSAGE', `There is a message "${stored.id}" in this conversation already.`);
      }
      if (number !== undefined) nextNumber = number + 1;
      numbers.set(stored.id, offset + messages.length);
      messages.push(stored);
      prompts.push(undefined);
      if (offset + messages.length - first > maxMessages) dropOldest();
      return stored;
    },
    continueAfter(ids) {
      for (const id of ids) {
        const number = /^msg-\d+$/.test(id) ? Number(id.slice(4)) : 0;
        if (number < Number.MAX_SAFE_INTEGER) nextNumber = Math.max(nextNumber, number + 1);
      }
    },
  };
}

/** The error for an id that nothing in the conversation has, or nothing in the part of it that was asked for. */
export function unknownMessage(id: string | undefined): CtxError {
  return new CtxError('CTX_UNKNOWN_MESSAGE', `There is no message "${id}" in this conversation.`);
}
