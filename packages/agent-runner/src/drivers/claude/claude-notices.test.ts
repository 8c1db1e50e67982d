import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClaudeNotices } from './claude-notices.ts';

describe('a retry of Claude Code', () => {
  it.each([
    [{}, 'The request failed; retrying.'],
    [{ error_status: 529, error: 'overloaded' }, 'The request failed (529 overloaded); retrying.'],
    [{ error: { type: 'odd' }, attempt: 2 }, 'The request failed; retrying, attempt 2.'],
    [{ attempt: 2, max_retries: 10 }, 'The request failed; retrying, attempt 2 of 10.'],
    [{ max_retries: 10, retry_delay_ms: 1500.4 }, 'The request failed; retrying, in 1.5 s.'],
  ])('is described by what is known: %j', (line, message) => {
    expect(createClaudeNotices().readRetry(line)).toEqual({ type: 'notice', kind: 'retry', message });
  });
});

describe('denials in a result', () => {
  it('that are not objects are ignored', () => {
    const permission_denials = [7, null, { tool_name: 'Bash' }];
    expect(createClaudeNotices().readDenials({ permission_denials })).toEqual([
      { type: 'notice', kind: 'permission-denied', message: 'Bash was not allowed' },
    ]);
  });
});

describe('a usage limit', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000 }));
  afterEach(() => void vi.useRealTimers());

  const LIMITED = { code: 'CTX_AGENT_RATE_LIMIT', message: 'limit' } as const;
  const rejected = (resetsAt: unknown) => ({ rate_limit_info: { status: 'rejected', resetsAt } });

  it('that was reached tells a failure because of it when to retry, and no other failure', () => {
    const notices = createClaudeNotices();
    expect(notices.withRetryTime(LIMITED)).toEqual(LIMITED);
    const [reached] = notices.readRateLimit(rejected(1_000_060));
    expect(reached).toMatchObject({
      kind: 'warning',
      message: 'A usage limit was reached; it ends at 1970-01-12T13:47:40.000Z.',
    });
    expect(notices.withRetryTime(LIMITED)).toEqual({ ...LIMITED, retryAfterMs: 60_000 });
    const other = { code: 'CTX_AGENT_FAILED', message: 'other' } as const;
    expect(notices.withRetryTime(other)).toEqual(other);
  });

  it('that has ended already needs no waiting', () => {
    const notices = createClaudeNotices();
    notices.readRateLimit(rejected(1));
    expect(notices.withRetryTime(LIMITED)).toEqual({ ...LIMITED, retryAfterMs: 0 });
  });

  it('whose end cannot be a time is reported without it', () => {
    const [reached] = createClaudeNotices().readRateLimit(rejected(1e300));
    expect(reached).toMatchObject({ message: 'A usage limit was reached; it ends at an unknown time.' });
  });

  it('that was not reached, or whose end is unknown, is reported as it is', () => {
    const notices = createClaudeNotices();
    for (const data of [{}, { rate_limit_info: { status: 'allowed', resetsAt: 1_000_060 } }, rejected(undefined)]) {
      expect(notices.readRateLimit(data)).toEqual([{ type: 'raw', data }]);
    }
    expect(notices.withRetryTime(LIMITED)).toEqual(LIMITED);
  });
});
