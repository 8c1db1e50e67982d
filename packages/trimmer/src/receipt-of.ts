import type { Layout, PromptContextMessage, Receipt, ReceiptContext, ReceiptMessage } from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import type { FittedLayout } from './fit-layout.ts';

/** What only the conversation store knows about a layout. */
export interface KnownOrigin {
  /** Messages of context there are, where the layout was given only the newest of them. */
  readonly offered?: number | undefined;
  /** Id of the current message. */
  readonly messageId?: string | undefined;
  /** Id of a context message. */
  readonly idOf?: ((message: PromptContextMessage) => string | undefined) | undefined;
}

/** What a fitted layout holds of the layout it came from. */
export function receiptOf(layout: Layout, fitted: FittedLayout, maxBytes: number, origin: KnownOrigin): Receipt {
  const present = fitted.systemFlag === undefined ? fitted.sections : [fitted.systemFlag, ...fitted.sections];
  return {
    maxBytes,
    usedBytes: fitted.usedBytes,
    remainingBytes: maxBytes - fitted.usedBytes,
    sections: layout.blocks.flatMap((block) => {
      const section = present.find((candidate) => candidate.block === block);
      return section === undefined ? [] : [{ name: block.name, bytes: section.bytes }];
    }),
    context: contextReceipt(layout, fitted, origin),
    message: messageReceipt(layout, fitted, origin.messageId),
  };
}

function contextReceipt(layout: Layout, fitted: FittedLayout, origin: KnownOrigin): ReceiptContext {
  const messages = layout.blocks.find((block) => block.shrink === 'oldest')?.messages ?? [];
  const kept = fitted.sections.find(({ block }) => block.shrink === 'oldest')?.lines.length ?? 0;
  const offered = origin.offered ?? messages.length;
  const firstKept = messages[messages.length - kept];
  return {
    offered,
    kept,
    dropped: offered - kept,
    reason: kept < offered ? 'budget' : undefined,
    firstKeptId: firstKept && origin.idOf?.(firstKept),
  };
}

function messageReceipt(layout: Layout, fitted: FittedLayout, id: string | undefined): ReceiptMessage {
  const whole = layout.blocks.find((block) => block.shrink === 'end')?.text ?? '';
  const kept = fitted.sections.find(({ block }) => block.shrink === 'end')?.lines[0] ?? '';
  const bytes = byteLength(kept);
  return {
    id,
    bytes,
    // Measured when asked: of a message of 50 MB nobody should pay for the 49 that were cut.
    get cutBytes() {
      return kept.length === whole.length ? 0 : byteLength(whole) - bytes;
    },
  };
}
