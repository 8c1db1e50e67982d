import type { Receipt } from '@ctx/contract';
import { type ContextWindow, isContext } from './context-window.ts';
import type { MessageLog } from './message-log.ts';

/** Where a prompt comes from, which only the conversation store knows. */
export interface PromptOrigin {
  readonly log: MessageLog;
  readonly window: ContextWindow;
  /** How many messages of the window's context the layout was given: the newest. */
  readonly given: number;
}

/** A layout's receipt with ids, and with the messages that the trimmer was not shown, as they could not fit. */
export function withOrigin(receipt: Receipt, { log, window, given }: PromptOrigin): Receipt {
  // A layout's receipt always tells of both.
  const context = receipt.context!;
  const message = receipt.message!;
  const { kept } = context;
  const withheld = window.count - given;
  const dropped = context.dropped + withheld;
  // Of a layout that offers other messages than it was given, nobody knows which they are.
  const isKnown = kept > 0 && context.offered === given;
  return {
    ...receipt,
    context: {
      offered: context.offered + withheld,
      kept,
      dropped,
      reason: dropped > 0 ? 'budget' : undefined,
      firstKeptId: isKnown ? idOfNewest(log, window, kept) : undefined,
      known: window.known,
      outside: window.outside,
    },
    message: {
      id: log.at(window.current)?.id,
      bytes: message.bytes,
      // Left to be measured when it is asked for.
      get cutBytes() {
        return message.cutBytes;
      },
    },
  };
}

/** Id of the oldest of the `count` newest messages of context. */
function idOfNewest(log: MessageLog, window: ContextWindow, count: number): string | undefined {
  let number = window.end;
  for (let left = count; left > 0; ) if (isContext(log, window, --number)) left--;
  return log.at(number)?.id;
}
