import type { ExplainedPrompt, Receipt } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { fail, quote } from '../problem.ts';

/**
 * Fails unless a receipt is correct. `truth` is the receipt made from the layout. Without a layout it is `undefined`, and
 * only the bytes are checked.
 */
export function checkReceipt(
  { receipt, ...output }: ExplainedPrompt,
  maxBytes: number,
  truth: Receipt | undefined,
): void {
  const usedBytes = outputBytes(output);
  expectEqual('maxBytes', receipt?.maxBytes, maxBytes);
  expectEqual('usedBytes', receipt.usedBytes, usedBytes);
  expectEqual('remainingBytes', receipt.remainingBytes, maxBytes - usedBytes);
  if (truth === undefined) return;
  expectEqual('sections', list(receipt.sections), list(truth.sections));
  for (const field of ['offered', 'kept', 'dropped', 'reason'] as const) {
    expectEqual(`context.${field}`, receipt.context?.[field], truth.context?.[field]);
  }
  for (const field of ['bytes', 'cutBytes', 'newer'] as const) {
    expectEqual(`message.${field}`, receipt.message?.[field], truth.message?.[field]);
  }
  for (const field of ['max', 'used', 'counter', 'exact'] as const) {
    expectEqual(`tokens.${field}`, receipt.tokens?.[field], truth.tokens?.[field]);
  }
}

function list(sections: Receipt['sections'] | undefined): string {
  return (sections ?? []).map(({ name, bytes }) => `${name} ${bytes}`).join(', ');
}

function expectEqual(field: string, actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  fail(
    `The receipt says ${field} ${quote(actual)} instead of ${quote(expected)}`,
    'Use the receipt of renderLayout of @ctx/trimmer, or count what was really printed',
  );
}
