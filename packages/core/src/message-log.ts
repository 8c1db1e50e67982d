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
 * The messages of a conversation in order. Each has a position, counted from the first message ever added, that never
 * changes.
 */
export interface MessageLog {
  /** Position of the oldest stored message. */
  readonly first: number;
  /** Position that the next message will get. */
  readonly end: number;
  /** The message at a position from `first` up to, not including, `end`. */
  at(position: number): ConversationMessage;
  /** The same message as agents see it. Returns the same object every time. */
  promptAt(position: number): PromptContextMessage;
  /** All stored messages, oldest first, in a new array. */
  toArray(): ConversationMessage[];
  /** The stored message with this id, or `undefined`. */
  get(id: string): ConversationMessage | undefined;
  /** @throws CtxError `CTX_UNKNOWN_MESSAGE` if no stored message has this id. */
  positionOf(id: string): number;
  /**
   * Stores a message, and gives it an id if it has none.
   * @throws TypeError if it is not a valid message.
   * @throws CtxError `CTX_DUPLICATE_MESSAGE` if its id is taken.
   */
  add(message: NewMessage): ConversationMessage;
  /** Makes generated ids continue after the highest `msg-N` among `ids`. */
  continueAfter(ids: Iterable<string>): void;
}

/**
 * An empty log that keeps the newest `maxMessages`. Adding is O(1) on average: the slots of dropped messages are
 * removed together, once they are half of all slots.
 */
export function createMessageLog(maxMessages: number, stripping: StrippingMode): MessageLog {
  let messages: (ConversationMessage | undefined)[] = [];
  // The same messages as agents see them, each made when a prompt first needs it.
  let prompts: (PromptContextMessage | undefined)[] = [];
  // Position of `messages[0]`, a slot that may be empty by now.
  let offset = 0;
  let first = 0;
  const positions = new Map<string, number>();
  let nextIdNumber = 1;

  const at = (position: number): ConversationMessage => messages[position - offset]!;

  // After the largest safe integer, it looks for a free number from 1 on.
  const freeIdNumber = (): number => {
    let number = nextIdNumber;
    while (positions.has(`msg-${number}`)) number = Number.isSafeInteger(number) ? number + 1 : 1;
    return number;
  };

  // Frees the message and its cached lines at once, and the empty slots once they are half of all.
  const dropOldest = (): void => {
    positions.delete(at(first).id);
    const index = first - offset;
    first++;
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
    promptAt(position) {
      const index = position - offset;
      const known = prompts[index];
      if (known !== undefined) return known;
      const prepared = toPromptMessage(at(position), stripping);
      prompts[index] = prepared;
      return prepared;
    },
    toArray: () => messages.slice(first - offset) as ConversationMessage[],
    get(id) {
      const position = positions.get(id);
      return position === undefined ? undefined : at(position);
    },
    positionOf(id) {
      const position = positions.get(id);
      if (position === undefined) throw unknownMessage(id);
      return position;
    },
    add(message) {
      const givenId = message?.id;
      must(
        givenId === undefined || (typeof givenId === 'string' && givenId !== ''),
        'Message id must be a non-empty string',
      );
      const idNumber = givenId === undefined ? freeIdNumber() : undefined;
      const stored = toStoredMessage(message, givenId ?? `msg-${idNumber}`);
      if (positions.has(stored.id)) {
        throw new CtxError('CTX_DUPLICATE_MESSAGE', `There is a message "${stored.id}" in this conversation already.`);
      }
      if (idNumber !== undefined) nextIdNumber = idNumber + 1;
      positions.set(stored.id, offset + messages.length);
      messages.push(stored);
      prompts.push(undefined);
      if (offset + messages.length - first > maxMessages) dropOldest();
      return stored;
    },
    continueAfter(ids) {
      for (const id of ids) {
        const number = /^msg-\d+$/.test(id) ? Number(id.slice(4)) : 0;
        if (number < Number.MAX_SAFE_INTEGER) nextIdNumber = Math.max(nextIdNumber, number + 1);
      }
    },
  };
}

/** The error for an id that is not in the conversation, or not in the selected part of it. */
export function unknownMessage(id: string | undefined): CtxError {
  return new CtxError('CTX_UNKNOWN_MESSAGE', `There is no message "${id}" in this conversation.`);
}
