import type { Receipt } from '@ctx/contract';
import { type ContextWindow, isContext } from './context-window.ts';
import type { MessageLog } from './message-log.ts';

/** What only the conversation store knows about a prompt. */
export interface PromptOrigin {
  /** Id of the current message. */
  readonly messageId: string | undefined;
  /** How many messages of context the layout was given. */
  readonly given: number;
  /** How many more there are that it was not given, because they could not fit. */
  readonly withheld: number;
  /** How many there are that the agent has seen or said already. */
  readonly known: number | undefined;
  /** Id of the oldest of the `count` newest messages of context. */
  readonly idOfNewest: (count: number) => string | undefined;
}

/** What is known of a prompt whose layout was given the newest `given` messages of a window. */
export function originOf(log: MessageLog, window: ContextWindow, given: number): PromptOrigin {
  return {
    messageId: log.at(window.current)?.id,
    given,
    withheld: window.count - given,
    known: window.known,
    idOfNewest(count) {
      let number = window.end;
      for (let left = count; left > 0; ) if (isContext(log, window, --number)) left--;
      return log.at(number)?.id;
    },
  };
}

/** A receipt of the trimmer with ids, and with the messages that the trimmer was not shown. */
export function withOrigin(receipt: Receipt, origin: PromptOrigin): Receipt {
  const { messageId, given, withheld, known, idOfNewest } = origin;
  const { maxBytes, usedBytes, remainingBytes, sections, context, message, tokens } = receipt;
  if (context === undefined || message === undefined) return receipt;
  const dropped = context.dropped + withheld;
  // Of a layout that offers other messages than it was given, nobody knows which they are.
  const isKnown = context.kept > 0 && context.offered === given;
  return {
    maxBytes,
    usedBytes,
    remainingBytes,
    sections,
    context: {
      offered: context.offered + withheld,
      kept: context.kept,
      dropped,
      reason: dropped > 0 ? 'budget' : undefined,
      firstKeptId: isKnown ? idOfNewest(context.kept) : undefined,
      known,
    },
    message: {
      id: messageId,
      bytes: message.bytes,
      // Left to be measured when it is asked for.
      get cutBytes() {
        return message.cutBytes;
      },
    },
    tokens,
  };
}
