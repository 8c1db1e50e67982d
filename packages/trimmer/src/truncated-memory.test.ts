import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { truncateToBytes } from './truncate-to-bytes.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('a short beginning does not keep the long text it was cut from', () => {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  // Small enough to live in the heap, where they are counted.
  const beginnings = Array.from({ length: 60 }, (_, index) =>
    truncateToBytes(Buffer.alloc(500_000, 33 + index).toString('latin1'), 100),
  );
  collectGarbage();
  const kept = process.memoryUsage().heapUsed - before;
  expect(beginnings.map((beginning) => beginning.length)).toEqual(Array(60).fill(100));
  expect(kept).toBeLessThan(15_000_000);
});

it('a text that fits whatever its characters are is not even measured', () => {
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
