import type { AgentEvent, StreamDriver } from '@ctx/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectFailures } from '../__fixtures__/collect-failures.ts';
import { playTurn } from '../__fixtures__/play-turn.ts';
import { sampleDriver, sampleStreamDriver } from '../__fixtures__/sample-driver.ts';
import { checkStreamObeysSignal } from './ending-checks.ts';
import { type RunTurn, runToEnd } from './run-turn.ts';
import { testDriver } from './test-driver.ts';

describe('a turn that never ends', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const never: StreamDriver = {
    kind: 'stream',
    agentType: 'never',
    async *stream(): AsyncGenerator<AgentEvent> {
      yield { type: 'text', text: 'one' };
      await new Promise(() => {});
    },
  };

  it('fails its check instead of keeping the test run waiting', async () => {
    const check = expect(
      runToEnd(
        () => never.stream({ prompt: '', permissions: 'read-only' }, { signal: new AbortController().signal }),
        never,
      ),
    ).rejects.toThrow('The turn did not end. End the stream');
    await vi.advanceTimersByTimeAsync(60_000);
    await check;
  });

  it('fails the check that its stream obeys the signal', async () => {
    const check = expect(checkStreamObeysSignal(never)).rejects.toThrow(/aborted before its start did not end/);
    await vi.advanceTimersByTimeAsync(60_000);
    await check;
  });
});

describe('testDriver catches a runner that', () => {
  const renamed = (from: string, to: string): RunTurn =>
    async function* (...given) {
      for await (const event of playTurn(...given)) {
        const isRenamed = event.type === 'turn-end' && event.result.status === from;
        yield isRenamed ? { ...event, result: { ...event.result, status: to as 'failed' } } : event;
      }
    };

  it.each([
    ['calls an aborted turn failed', renamed('cancelled', 'failed'), /An aborted turn has the status failed/],
    ['calls a late turn failed', renamed('timed-out', 'failed'), /longer than its timeoutMs has the status failed/],
    [
      'ignores the signal it starts with',
      (driver, input, { signal, ...options }) =>
        playTurn(driver, input, signal?.aborted ? { timeoutMs: 100 } : { ...options, signal }),
      /aborted before its start has the status/,
    ],
  ] satisfies [string, RunTurn, RegExp][])('%s', async (_, run, expected) => {
    for (const create of [sampleDriver, sampleStreamDriver]) {
      const { failures } = await collectFailures((runner) => testDriver(create, { ...runner, run }), expected);
      expect(failures.map(({ message }) => message).join('\n')).toMatch(expected);
    }
  });
});
