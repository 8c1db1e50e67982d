import { expect, it, vi } from 'vitest';
import { renderLayout } from './render-layout.ts';

it('the receipt of a layout without messages counts 0 messages', () => {
  const layout = { blocks: [{ name: 'task', shrink: 'never', text: 'Ship it.' }] } as const;
  const { receipt } = renderLayout(layout, { maxBytes: 10 });
  expect(receipt).toEqual({
    maxBytes: 10,
    usedBytes: 8,
    remainingBytes: 2,
    sections: [{ name: 'task', bytes: 8 }],
    context: { offered: 0, kept: 0, dropped: 0 },
    message: { bytes: 0, cutBytes: 0 },
  });
});

it('cutBytes is measured on first use, and only once', () => {
  const layout = { blocks: [{ name: 'message', shrink: 'end', text: 'ä'.repeat(100) }] } as const;
  const { receipt } = renderLayout(layout, { maxBytes: 50 });
  const encodeInto = vi.spyOn(TextEncoder.prototype, 'encodeInto');
  try {
    expect(receipt.message?.bytes).toBe(50);
    expect(encodeInto).not.toHaveBeenCalled();
    expect(receipt.message?.cutBytes).toBe(150);
    const calls = encodeInto.mock.calls.length;
    expect(receipt.message?.cutBytes).toBe(150);
    expect(encodeInto).toHaveBeenCalledTimes(calls);
  } finally {
    encodeInto.mockRestore();
  }
});
