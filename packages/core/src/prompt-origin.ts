import type { Receipt } from '@ctx/contract';
import { type ContextWindow, isContext } from './context-window.ts';
import type { MessageLog } from './message-log.ts';

/** The part of the conversation that a prompt was made from. An assembler does not know it. */
export interface PromptOrigin {
  readonly log: MessageLog;
  readonly window: ContextWindow;
  /** How many of the newest context messages the layout was given. */
  readonly given: number;
}

/** Adds message ids to a layout's receipt, and counts the messages that were withheld because they could not fit. */
export function withOrigin(receipt: Receipt, { log, window, given }: PromptOrigin): Receipt {
  // The receipt of a layout always has both.
  const context = receipt.context!;
  const message = receipt.message!;
  const { kept } = context;
  const withheld = window.count - given;
  const dropped = context.dropped + withheld;
  // A layout may offer fewer messages than it was given. Then it is not known which ones it kept.
  const isKnown = kept > 0 && context.offered === given;
  return {
    ...receipt,
    context: {
      offered: context.offered + withheld,
      kept,
      dropped,
      reason: dropped > 0 ? 'budget' : undefined,
      firstKeptId: isKnown ? firstKeptId(log, window, kept) : undefined,
      known: window.known,
      outside: window.outside,
    },
    message: {
      id: log.at(window.current)?.id,
      bytes: message.bytes,
      // A getter, because it is measured on first use.
      get cutBytes() {
        return message.cutBytes;
      },
      newer: message.newer,
    },
  };
}

/** Id of the oldest among the `count` newest context messages. Missing if it is no longer stored. */
function firstKeptId(log: MessageLog, window: ContextWindow, count: number): string | undefined {
  let position = window.end;
  let left = count;
  while (left > 0) {
    position--;
    if (isContext(log, window, position)) left--;
  }
  return log.at(position)?.id;
}
