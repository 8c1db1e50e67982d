import { describe, expect, it } from 'vitest';
import { describeReceipt } from './describe-receipt.ts';

const bytes = { maxBytes: 800, usedBytes: 755, remainingBytes: 45, sections: [] };

describe('a receipt in a few words', () => {
  it('says how much was dropped and why', () => {
    const context = { offered: 5, kept: 2, dropped: 3, reason: 'budget' } as const;
    expect(describeReceipt({ ...bytes, context })).toBe('saw 2 of 5 earlier messages (3 dropped to fit 800 B)');
  });

  it('says when all was there, and when there was nothing before', () => {
    expect(describeReceipt({ ...bytes, context: { offered: 1, kept: 1, dropped: 0 } })).toBe(
      'saw 1 earlier message, 755 B',
    );
    expect(describeReceipt({ ...bytes, context: { offered: 0, kept: 0, dropped: 0 } })).toBe(
      'saw only the message, 755 B',
    );
  });

  it('says when the message was cut', () => {
    const message = { bytes: 10, cutBytes: 2048 };
    expect(describeReceipt({ ...bytes, message })).toBe('saw 755 B, the last 2.0 KB of the message cut off');
  });
});
