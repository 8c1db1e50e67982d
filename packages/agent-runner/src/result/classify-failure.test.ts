import { describe, expect, it } from 'vitest';
import { classifyFailure } from './classify-failure.ts';

describe('a failure', () => {
  it.each([
    ['Failed to authenticate. API Error: 401 fake error 401', 'CTX_AGENT_AUTH'],
    ['Invalid API key · Please run /login', 'CTX_AGENT_AUTH'],
    ['Not logged in · Please run /login', 'CTX_AGENT_AUTH'],
    ['Please set an Auth method in your settings.json', 'CTX_AGENT_AUTH'],
    ['No auth type is selected. Please configure an auth type', 'CTX_AGENT_AUTH'],
    ['API key not valid. Please pass a valid API key.', 'CTX_AGENT_AUTH'],
    ['OAuth token has expired', 'CTX_AGENT_AUTH'],
    ["You've hit your usage limit. Try again at 5 PM", 'CTX_AGENT_RATE_LIMIT'],
    ['RESOURCE_EXHAUSTED: Quota exceeded', 'CTX_AGENT_RATE_LIMIT'],
    ['API Error: Request rejected (429)', 'CTX_AGENT_RATE_LIMIT'],
    ['stream disconnected before completion', 'CTX_AGENT_FAILED'],
    ['We’re currently experiencing high demand', 'CTX_AGENT_FAILED'],
    ['exited with code 1: port 4010 in use', 'CTX_AGENT_FAILED'],
  ])('with the message "%s" is %s', (message, code) => {
    expect(classifyFailure({ message }).code).toBe(code);
  });

  it('is classified by its status before its message', () => {
    expect(classifyFailure({ message: 'quota', status: 401 }).code).toBe('CTX_AGENT_AUTH');
    expect(classifyFailure({ message: 'login', status: 429 }).code).toBe('CTX_AGENT_RATE_LIMIT');
    expect(classifyFailure({ message: 'login', status: 500 }).code).toBe('CTX_AGENT_FAILED');
  });

  it.each([
    ['429 rate limit, try again in 20s', 20_000],
    ['429 {"retryDelay":"34.5s"}', 34_500],
    ['429 Retry-After: 7', 7_000],
    ['rate limit: retry in 250 ms', 250],
    ['quota will reset after 2 hours', 7_200_000],
    ['usage limit reached, try again in 3 days 2 hours', 266_400_000],
    ['rate limit: try again in 1m30s.', 90_000],
    ['your quota will reset after 2h5m10s.', 7_510_000],
    ['429 retry after 1 hour, 2 minutes and 3 seconds', 3_723_000],
    ['429 retry-after: 30x', undefined],
    ['rate limit: retry 3 of 10', undefined],
    ['429 too many requests', undefined],
  ])('of a limit gives the time until a retry: %s', (message, retryAfterMs) => {
    expect(classifyFailure({ message }).retryAfterMs).toBe(retryAfterMs);
  });

  it('has a message of one line, in linear time', () => {
    expect(classifyFailure({ message: ' '.repeat(2_000_000) }).message).toBe('');
    expect(classifyFailure({ message: `a${' '.repeat(2_000_000)}b` }).message).toBe('a b');
    expect(classifyFailure({ message: '  two\n  lines ' }).message).toBe('two lines');
  });
});
