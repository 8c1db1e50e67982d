import { expect, it, vi } from 'vitest';
import { byteLength } from './byte-length.ts';

it('byteLength measures texts of any length in one small buffer', () => {
  const encodeInto = vi.spyOn(TextEncoder.prototype, 'encodeInto');
  try {
    expect(['a', 'ä€😀', '\ud800', 'x'.repeat(100_000), '😀'.repeat(20_000)].map(byteLength)).toEqual([
      1, 9, 3, 100_000, 80_000,
    ]);
    const targets = new Set(encodeInto.mock.calls.map(([, target]) => target));
    expect(targets.size).toBe(1);
    expect([...targets][0]!.length).toBeLessThan(100_000);
  } finally {
    encodeInto.mockRestore();
  }
});
