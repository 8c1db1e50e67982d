import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { byteLength } from './byte-length.ts';
import { truncateToBytes } from './truncate-to-bytes.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// With lone surrogates, because input may contain them.
const anyText = fc.string({ unit: fc.oneof(fc.constantFrom('a', 'é', '漢', '🙂', '\ud83d', '\ude42'), fc.string()) });

/** The definition: drop code points from the end until the rest fits. */
function naive(text: string, maxBytes: number): string {
  const points = [...text];
  while (byteLength(points.join('')) > maxBytes) points.pop();
  return points.join('');
}

describe('truncateToBytes', () => {
  it('returns the longest prefix of whole characters that fits', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, maxBytes) => {
        expect(truncateToBytes(text, maxBytes)).toBe(naive(text, maxBytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it('fills the budget of a text that is long enough for the fast way of Node 26', () => {
    expect(truncateToBytes(`${' '.repeat(39)}é `, 41)).toBe(`${' '.repeat(39)}é`);
    expect(truncateToBytes(`${' '.repeat(39)}é `, 40)).toBe(' '.repeat(39));
    expect(truncateToBytes(`${'漢'.repeat(16)}ééé`.repeat(3), 50)).toBe(`${'漢'.repeat(16)}é`);
  });

  it('keeps a lone surrogate, and counts it as three bytes', () => {
    expect(truncateToBytes('\ud83da', 3)).toBe('\ud83d');
    expect(truncateToBytes('\ud83da', 2)).toBe('');
  });

  it('returns the whole text if it fits', () => {
    const text = 'é'.repeat(10);
    expect(truncateToBytes(text, 20)).toBe(text);
    expect(truncateToBytes(text, 1e15)).toBe(text);
  });

  it('rounds a fractional budget down', () => {
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

  it('does not keep a long text in memory for a short prefix', () => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    // Small enough for the heap, so that `heapUsed` includes them.
    const prefixes = Array.from({ length: 60 }, (_, index) =>
      truncateToBytes(Buffer.alloc(500_000, 33 + index).toString('latin1'), 100),
    );
    collectGarbage();
    const kept = process.memoryUsage().heapUsed - before;
    expect(prefixes.map((prefix) => prefix.length)).toEqual(Array(60).fill(100));
    expect(kept).toBeLessThan(15_000_000);
  });

  it('does not measure a text that is short enough for any characters', () => {
    const encodeInto = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    try {
      expect(truncateToBytes('abc', 9)).toBe('abc');
      expect(encodeInto).not.toHaveBeenCalled();
      expect(truncateToBytes('abc', 8)).toBe('abc');
      expect(encodeInto).toHaveBeenCalledOnce();
    } finally {
      encodeInto.mockRestore();
    }
  });
});
