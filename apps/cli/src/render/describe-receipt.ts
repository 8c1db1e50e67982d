import type { Receipt } from '@ctx/contract';
import { describeFullPrompt } from './describe-memory.ts';
import { formatBytes, formatCount } from './format-amounts.ts';

/**
 * What an agent saw, on one line: `saw 2 of 5 earlier messages, 1.1 KB (3 dropped to fit 1.2 KB)`, or
 * `sent 812 B, 2 new messages only (35 KB in full)` if it continued its own session.
 */
export function describeReceipt(receipt: Receipt): string {
  const again = describeFullPrompt(receipt);
  return again === '' ? describeSeen(receipt) : `${describeSeen(receipt)} · ${again}`;
}

function describeSeen(receipt: Receipt): string {
  const { context, message, usedBytes, memory } = receipt;
  const cut = (message?.cutBytes ?? 0) > 0 ? `, ${formatBytes(message!.cutBytes)} of the message left out` : '';
  if (context === undefined) return `saw ${formatBytes(usedBytes)}${cut}`;
  const { offered, kept, dropped, known = 0, outside = 0 } = context;
  const all = offered + known + outside;
  if (all === 0) return `saw only the message, ${formatBytes(usedBytes)}${cut}`;
  if (memory?.mode === 'delta') {
    const what = kept === 0 ? 'new text' : formatCount(kept, 'new message');
    return `sent ${formatBytes(usedBytes)}, ${what} only (${formatBytes(memory.fullBytes)} in full)${cut}`;
  }
  const left = [
    ...(outside > 0 ? [`${outside} older left out`] : []),
    ...(dropped > 0 ? [`${dropped} dropped to fit ${budget(receipt)}`] : []),
  ];
  if (left.length === 0) return `saw ${formatCount(kept, 'earlier message')}, ${formatBytes(usedBytes)}${cut}`;
  const seen = `saw ${kept + known} of ${formatCount(all, 'earlier message')}`;
  return `${seen}, ${formatBytes(usedBytes)} (${left.join(', ')})${cut}`;
}

// Of the budgets in bytes and tokens, names the one that is fuller: that one made messages drop.
function budget({ tokens, usedBytes, maxBytes }: Receipt): string {
  if (tokens === undefined || tokens.used / tokens.max < usedBytes / maxBytes) return formatBytes(maxBytes);
  return formatCount(tokens.max, 'token');
}
