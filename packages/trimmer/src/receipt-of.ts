import type { Layout, Receipt, ReceiptContext, ReceiptMessage } from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import type { FittedLayout } from './fit-layout.ts';

/** What a fitted layout holds of the layout it came from. */
export function receiptOf(layout: Layout, fitted: FittedLayout, maxBytes: number): Receipt {
  const present = fitted.systemFlag === undefined ? fitted.sections : [fitted.systemFlag, ...fitted.sections];
  return {
    maxBytes,
    usedBytes: fitted.usedBytes,
    remainingBytes: maxBytes - fitted.usedBytes,
    sections: layout.blocks.flatMap((block) => {
      const section = present.find((candidate) => candidate.block === block);
      return section === undefined ? [] : [{ name: block.name, bytes: section.bytes }];
    }),
    context: contextReceipt(layout, fitted),
    message: messageReceipt(layout, fitted),
  };
}

function contextReceipt(layout: Layout, fitted: FittedLayout): ReceiptContext {
  const offered = layout.blocks.find((block) => block.shrink === 'oldest')?.messages.length ?? 0;
  const kept = fitted.sections.find(({ block }) => block.shrink === 'oldest')?.lines.length ?? 0;
  const counts = { offered, kept, dropped: offered - kept };
  return kept < offered ? { ...counts, reason: 'budget' } : counts;
}

function messageReceipt(layout: Layout, fitted: FittedLayout): ReceiptMessage {
  const whole = layout.blocks.find((block) => block.shrink === 'end')?.text ?? '';
  const kept = fitted.sections.find(({ block }) => block.shrink === 'end')?.lines[0] ?? '';
  const bytes = byteLength(kept);
  if (kept.length === whole.length) return { bytes, cutBytes: 0 };
  return {
    bytes,
    // Measured when asked: of a message of 50 MB nobody should pay for the 49 that were cut.
    get cutBytes() {
      return byteLength(whole) - bytes;
    },
  };
}
