import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatDuration, formatUsage } from './format-amounts.ts';

describe('amounts', () => {
  it.each([
    [40, '0.0 s'],
    [1_449, '1.4 s'],
    [9_940, '9.9 s'],
    [9_960, '10 s'],
    [59_600, '1 min 00 s'],
    [185_000, '3 min 05 s'],
  ])('%d ms is %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_229, '1.2 KB'],
    [786_432, '768 KB'],
    [3_565_158, '3.4 MB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it('leaves out tokens that were not reported', () => {
    expect(formatUsage(undefined)).toBe('');
    expect(formatUsage({ cachedInputTokens: 3 })).toBe('');
    expect(formatUsage({ inputTokens: 1204, outputTokens: 312 })).toBe('1,204 tokens in, 312 out');
    expect(formatUsage({ outputTokens: 312 })).toBe('312 tokens out');
    expect(formatUsage({ inputTokens: 0 })).toBe('0 tokens in');
  });

  it('counts one thing and many', () => {
    expect([formatCount(1, 'turn'), formatCount(2_000, 'turn')]).toEqual(['1 turn', '2,000 turns']);
  });
});
