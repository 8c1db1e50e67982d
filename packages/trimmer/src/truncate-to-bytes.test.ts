import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { byteLength } from './byte-length.ts';
import { truncateToBytes } from './truncate-to-bytes.ts';

// Lone surrogates on purpose: they come in from the outside and must do no harm.
const anyText = fc.string({ unit: fc.oneof(fc.constantFrom('a', 'é', '漢', '🙂', '\ud83d', '\ude42'), fc.string()) });

/** The definition, word for word: drop code points from the end until the rest fits. */
function naive(text: string, maxBytes: number): string {
  const points = [...text];
  while (byteLength(points.join('')) > maxBytes) points.pop();
  return points.join('');
}

describe('truncateToBytes', () => {
  it('gives the longest prefix of whole characters that fits', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, maxBytes) => {
        expect(truncateToBytes(text, maxBytes)).toBe(naive(text, maxBytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps a lone surrogate that came in, and counts it as three bytes', () => {
    expect(truncateToBytes('\ud83da', 3)).toBe('\ud83d');
    expect(truncateToBytes('\ud83da', 2)).toBe('');
  });

  it('returns the very text when it fits', () => {
    const text = 'é'.repeat(10);
    expect(truncateToBytes(text, 20)).toBe(text);
    expect(truncateToBytes(text, 1e15)).toBe(text);
  });

  it('rounds a budget of half a byte down', () => {
    expect(truncateToBytes('abc', 2.9)).toBe('ab');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, '3' as never, undefined as never, null as never])(
    'refuses %s as a budget',
    (maxBytes) => {
      expect(() => truncateToBytes('abc', maxBytes)).toThrow(RangeError);
    },
  );

  it('encodes no more of a huge text than can fit', () => {
    const encodeInto = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    const prefix = truncateToBytes('漢'.repeat(5_000_000), 1_000);
    expect(prefix).toBe('漢'.repeat(333));
    const scanned = encodeInto.mock.calls.map(([text]) => text!.length);
    vi.restoreAllMocks();
    expect(Math.max(...scanned)).toBeLessThanOrEqual(1_000);
  });
});
