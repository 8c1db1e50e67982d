import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { retryWhileDisconnected } from './retry-while-disconnected.ts';

const broken = () => new CtxError('CTX_STORE_FAILED', 'away', { cause: { code: 'ECONNREFUSED' } });
const never = new AbortController().signal;

describe('retryWhileDisconnected', () => {
  it('retries while the connection is broken', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 3) throw broken();
      return 'done';
    };
    expect(await retryWhileDisconnected(work, never)).toBe('done');
    expect(tries).toBe(3);
  });

  it('does not retry after any other error or when the signal is aborted', async () => {
    let tries = 0;
    const fail = (error: unknown) => async () => {
      tries += 1;
      throw error;
    };
    await expect(retryWhileDisconnected(fail(new Error('may not')), never)).rejects.toThrow('may not');
    await expect(retryWhileDisconnected(fail(broken()), AbortSignal.abort())).rejects.toThrow('away');
    expect(tries).toBe(2);
  });
});
