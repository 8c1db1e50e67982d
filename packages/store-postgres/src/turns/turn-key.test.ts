import { describe, expect, it } from 'vitest';
import { formatKey, parseKey, turnKey } from './turn-key.ts';

describe('a turn key', () => {
  it.each([
    { sessionId: '20260131-093000-4f2a9c', turnId: 'turn-7', attempt: 1 },
    { sessionId: 'a:b/c%', turnId: 'turn 漢', attempt: 12 },
  ])('is formatted without spaces or colons and can be parsed again: %o', (key) => {
    expect(formatKey(key)).toMatch(/^[^\s:]+$/);
    expect(parseKey(formatKey(key))).toEqual(key);
  });

  it.each(['', 'x', 'a/b', 'a/b/attempt-0', 'a/b/attempt-1/c', 'a b/c/attempt-1', '%/b/attempt-1', 'a/b/attempt-1e3'])(
    'is not parsed from "%s"',
    (text) => {
      expect(parseKey(text)).toBeUndefined();
    },
  );

  it('has attempt 1 if the turn has no attempt', () => {
    expect(turnKey({ sessionId: 's', id: 'turn-1' })).toEqual({ sessionId: 's', turnId: 'turn-1', attempt: 1 });
  });
});
