import { describe, expect, it } from 'vitest';
import { formatBytes } from './format.ts';

describe('formatBytes', () => {
  it.each([
    [812, '812 B'],
    [1024, '1.0 KB'],
    [4_100, '4.0 KB'],
    [786_432, '768 KB'],
    [1_258_291, '1.2 MB'],
    [2_000 * 1024 * 1024, '2,000 MB'],
  ])('writes %i as the command line does', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
