import type { Receipt } from '@ctx/contract';
import { formatBytes, formatCount } from './format-amounts.ts';

/** What an agent saw, in a few words: `saw 2 of 5 messages (3 dropped to fit 1.2 KB)`. */
export function describeReceipt({ context, message, usedBytes, maxBytes }: Receipt): string {
  const cut = (message?.cutBytes ?? 0) > 0 ? `, the last ${formatBytes(message!.cutBytes)} of the message cut off` : '';
  if (context === undefined) return `saw ${formatBytes(usedBytes)}${cut}`;
  const { offered, kept, dropped } = context;
  if (offered === 0) return `saw only the message, ${formatBytes(usedBytes)}${cut}`;
  if (dropped === 0) return `saw ${formatCount(kept, 'earlier message')}, ${formatBytes(usedBytes)}${cut}`;
  return `saw ${kept} of ${formatCount(offered, 'earlier message')} (${dropped} dropped to fit ${formatBytes(maxBytes)})${cut}`;
}
