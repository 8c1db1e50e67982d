import type { Receipt, ReceiptContext, ReceiptMessage } from '@ctx/contract';
import type { Budget } from './budget.ts';
import { byteLength } from './byte-length.ts';
import type { FittedLayout } from './fit-layout.ts';
import { writtenText } from './fit-message.ts';

/** The receipt of a fitted layout: what is kept, what is left out, and the sizes. */
export function receiptOf(fitted: FittedLayout, { maxBytes, maxTokens, tokenCounter }: Budget): Receipt {
  const { usedBytes, usedTokens } = fitted;
  return {
    maxBytes,
    usedBytes,
    remainingBytes: maxBytes - usedBytes,
    sections: fitted.sections.map(({ block, bytes }) => ({ name: block.name, bytes })),
    context: contextReceipt(fitted),
    message: messageReceipt(fitted),
    tokens:
      usedTokens === undefined
        ? undefined
        : { max: maxTokens!, used: usedTokens, counter: tokenCounter!.id, exact: tokenCounter!.exact },
  };
}

function contextReceipt({ context: { block, kept } }: FittedLayout): ReceiptContext {
  const offered = block?.messages.length ?? 0;
  const count = kept?.count ?? 0;
  return { offered, kept: count, dropped: offered - count, reason: count < offered ? 'budget' : undefined };
}

function messageReceipt({ message: { block, kept }, context }: FittedLayout): ReceiptMessage {
  const bytes = kept === undefined ? 0 : byteLength(kept.written);
  // A message that is cut leaves no room for context.
  if (!kept?.isCut) return { bytes, cutBytes: 0, newer: context.kept?.newer || undefined };
  if (kept.middleBytes !== undefined) return { bytes, cutBytes: kept.middleBytes };
  let cutBytes: number | undefined;
  return {
    bytes,
    // Measured on first use, because measuring the cut 49 MB of a 50 MB message takes time.
    get cutBytes() {
      cutBytes ??= byteLength(writtenText(block!)) - bytes;
      return cutBytes;
    },
  };
}
