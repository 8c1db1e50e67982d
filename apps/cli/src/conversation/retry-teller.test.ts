import type { AgentEvent } from '@ctx/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRetryTeller } from './retry-teller.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function teller() {
  const told: string[] = [];
  const retries = createRetryTeller((member, what) => told.push(`${member} ${what}`));
  const start = { type: 'turn-start', turn: 'turn-1', member: 'gem' } as never;
  retries.show(start);
  const say = (event: AgentEvent) => retries.show({ type: 'agent-event', turn: 'turn-1', event } as never);
  const retry = (message: string) => say({ type: 'notice', kind: 'retry', message });
  return { told, retries, say, retry };
}

describe('an agent that only retries', () => {
  it('is told of every 15 seconds, with its last words', () => {
    const { told, retry } = teller();
    retry('Attempt 1 failed with status 429.');
    vi.advanceTimersByTime(14_000);
    expect(told).toEqual([]);
    retry('Attempt 2 failed with status 429.');
    vi.advanceTimersByTime(17_000);
    expect(told).toEqual([
      'gem has been retrying for 15 s: Attempt 2 failed with status 429.',
      'gem has been retrying for 30 s: Attempt 2 failed with status 429.',
    ]);
  });

  it('is not told of after it has made progress, its turn has ended, or the run is over', () => {
    const { told, retries, say, retry } = teller();
    const ends = [
      () => say({ type: 'text-delta', text: 'Hello' }),
      () => retries.show({ type: 'turn-end', turn: 'turn-1' } as never),
      () => retries.close(),
    ];
    for (const end of ends) {
      retry('again');
      end();
      vi.advanceTimersByTime(60_000);
    }
    expect(told).toEqual([]);
  });
});
