import { describe, expect, it } from 'vitest';
import { describeReceipt } from './describe-receipt.ts';

const bytes = { maxBytes: 800, usedBytes: 755, remainingBytes: 45, sections: [] };

describe('a receipt on one line', () => {
  it('says how many messages were dropped, and why', () => {
    const context = { offered: 5, kept: 2, dropped: 3, reason: 'budget' } as const;
    expect(describeReceipt({ ...bytes, context })).toBe('saw 2 of 5 earlier messages, 755 B (3 dropped to fit 800 B)');
  });

  it('counts the messages outside the window', () => {
    const context = { offered: 5, kept: 5, dropped: 0, outside: 90 };
    expect(describeReceipt({ ...bytes, context })).toBe('saw 5 of 95 earlier messages, 755 B (90 older left out)');
    const both = { offered: 5, kept: 2, dropped: 3, reason: 'budget', outside: 1 } as const;
    expect(describeReceipt({ ...bytes, context: both })).toBe(
      'saw 2 of 6 earlier messages, 755 B (1 older left out, 3 dropped to fit 800 B)',
    );
  });

  it('names the budget that was too small', () => {
    const context = { offered: 5, kept: 2, dropped: 3, reason: 'budget' } as const;
    const tokens = { max: 64_000, used: 63_990, counter: 'estimate', exact: false };
    expect(describeReceipt({ ...bytes, context, tokens })).toContain('(3 dropped to fit 64,000 tokens)');
    expect(describeReceipt({ ...bytes, context, tokens: { ...tokens, used: 10 } })).toContain('to fit 800 B)');
  });

  it('says if everything was sent, and if there was nothing before', () => {
    expect(describeReceipt({ ...bytes, context: { offered: 1, kept: 1, dropped: 0 } })).toBe(
      'saw 1 earlier message, 755 B',
    );
    expect(describeReceipt({ ...bytes, context: { offered: 0, kept: 0, dropped: 0 } })).toBe(
      'saw only the message, 755 B',
    );
  });

  it('says how much a continued session saved, or why everything was sent again', () => {
    const memory = { fullBytes: 35_000, sharedPrefixBytes: 0 };
    const delta = { ...memory, mode: 'delta', since: 'msg-9' } as const;
    const context = { offered: 2, kept: 2, dropped: 0, known: 38 };
    expect(describeReceipt({ ...bytes, context, memory: delta })).toBe(
      'sent 755 B, 2 new messages only (34 KB in full)',
    );
    expect(describeReceipt({ ...bytes, context: { ...context, offered: 0, kept: 0 }, memory: delta })).toBe(
      'sent 755 B, new text only (34 KB in full)',
    );
    const all = { offered: 1, kept: 1, dropped: 0 };
    const lost = { ...memory, mode: 'full', reason: 'session-lost' } as const;
    expect(describeReceipt({ ...bytes, context: all, memory: lost })).toBe(
      'saw 1 earlier message, 755 B · everything was sent again: its session was lost',
    );
    const first = { ...memory, mode: 'full', reason: 'no-session' } as const;
    expect(describeReceipt({ ...bytes, context: all, memory: first })).toBe('saw 1 earlier message, 755 B');
  });

  it('says if the message was cut', () => {
    const message = { bytes: 10, cutBytes: 2048 };
    expect(describeReceipt({ ...bytes, message })).toBe('saw 755 B, 2.0 KB of the message left out');
  });
});
