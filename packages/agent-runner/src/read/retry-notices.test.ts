import type { AgentEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createRetryNotices } from './retry-notices.ts';

const retry = (message: string): AgentEvent => ({ type: 'notice', kind: 'retry', message });
const WARNING: AgentEvent = { type: 'notice', kind: 'warning', message: 'slow' };
const TEXT: AgentEvent = { type: 'text-delta', text: 'Hello' };

describe('retries of an agent', () => {
  it('count as its only activity if nothing else was noted since the last call', () => {
    const retries = createRetryNotices();
    expect(retries.takeOnlyRetried()).toBe(false);
    retries.note(retry('1 of 5'));
    retries.note(retry('2 of 5'));
    expect(retries.takeOnlyRetried()).toBe(true);
    expect(retries.takeOnlyRetried()).toBe(false);
    retries.note(retry('3 of 5'));
    retries.note(WARNING);
    expect(retries.takeOnlyRetried()).toBe(false);
    retries.note(retry('4 of 5'));
    expect(retries.takeOnlyRetried()).toBe(true);
  });

  it('count as its only activity if nothing was noted before', () => {
    const retries = createRetryNotices();
    retries.note(retry('1 of 5'));
    expect(retries.takeOnlyRetried()).toBe(true);
  });

  it('are a refusal if two in a row are about the sign-in or the key', () => {
    const retries = createRetryNotices();
    const refused = retry('The request failed (401 authentication_failed); retrying, attempt 1 of 10.');
    retries.note(refused);
    expect(retries.isRefused).toBe(false);
    retries.note(retry('The request failed (529 overloaded); retrying.'));
    retries.note(refused);
    retries.note(TEXT);
    retries.note(refused);
    expect(retries.isRefused).toBe(false);
    retries.note(WARNING);
    retries.note(refused);
    expect(retries.isRefused).toBe(true);
  });

  it('are remembered, the last one, until the agent makes progress', () => {
    const retries = createRetryNotices();
    retries.note(retry('1 of 5'));
    retries.note(retry('2 of 5'));
    retries.note(WARNING);
    expect(retries.last).toBe('2 of 5');
    retries.note(TEXT);
    expect(retries.last).toBeUndefined();
  });
});
