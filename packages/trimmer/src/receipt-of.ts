import type { PromptContextMessage, Receipt, ReceiptContext, ReceiptMessage } from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import type { FittedLayout } from './fit-layout.ts';

/** What only the conversation store knows about a layout. */
export interface KnownOrigin {
  /** Id of the current message. */
  readonly messageId?: string | undefined;
  /** Id of a context message. */
  readonly idOf?: ((message: PromptContextMessage) => string | undefined) | undefined;
}

/** What a fitted layout holds of the layout it came from. */
export function receiptOf(fitted: FittedLayout, maxBytes: number, origin: KnownOrigin): Receipt {
  return {
    maxBytes,
    usedBytes: fitted.usedBytes,
    remainingBytes: maxBytes - fitted.usedBytes,
    sections: fitted.sections.map(({ block, bytes }) => ({ name: block.name, bytes })),
    context: contextReceipt(fitted, origin),
    message: messageReceipt(fitted, origin.messageId),
  };
}

function contextReceipt({ messages: { block, kept } }: FittedLayout, { idOf }: KnownOrigin): ReceiptContext {
  const offered = block?.messages.length ?? 0;
  const count = kept?.count ?? 0;
  const firstKept = count > 0 && idOf ? block?.messages[offered - count] : undefined;
  return {
    offered,
    kept: count,
    dropped: offered - count,
    reason: count < offered ? 'budget' : undefined,
    firstKeptId: firstKept && idOf?.(firstKept),
  };
}

function messageReceipt({ message: { block, kept } }: FittedLayout, id: string | undefined): ReceiptMessage {
  const bytes = kept?.bytes ?? 0;
  const whole = block?.text ?? '';
  if (whole.length === (kept?.lines()[0]?.length ?? 0)) return { id, bytes, cutBytes: 0 };
  return {
    id,
    bytes,
    // Measured when asked: of a message of 50 MB nobody should pay for the 49 that were cut.
    get cutBytes() {
      return byteLength(whole) - bytes;
    },
  };
}
