import { describe, expect, it } from 'vitest';
import { newSessionId, requireSessionId } from './session-id.ts';

describe('a session id', () => {
  it('begins with the time in UTC, to the second, so that ids sort by time', () => {
    expect(newSessionId(new Date('2026-01-31T09:30:00.789Z'))).toMatch(/^20260131-093000-[0-9a-f]{6}$/);
    expect(requireSessionId(newSessionId())).toMatch(/^\d{8}-\d{6}-[0-9a-f]{6}$/);
  });

  it('is another one each time, even within a second', () => {
    const now = new Date();
    expect(newSessionId(now)).not.toBe(newSessionId(now));
  });

  it.each(['a', '0', 'A.b_c-D', 'x'.repeat(100)])('may be %j', (id) => {
    expect(requireSessionId(id)).toBe(id);
  });

  it.each(['', '.', '..', '-x', '_x', 'a/b', 'a\\b', 'a b', 'a\n', '\na', 'ä', 'x'.repeat(101)])('is not %j', (id) => {
    expect(() => requireSessionId(id)).toThrow(
      new TypeError(`A session id is letters, digits, ".", "_" and "-", at most 100: got ${JSON.stringify(id)}`),
    );
  });
});
