import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { patiently } from './patiently.ts';

const broken = () => new CtxError('CTX_STORE_FAILED', 'away', { cause: { code: 'ECONNREFUSED' } });
const never = new AbortController().signal;

describe('patiently', () => {
  it('does it again while the connection is broken', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 3) throw broken();
      return 'done';
    };
    expect(await patiently(work, never)).toBe('done');
    expect(tries).toBe(3);
  });

  it('does not for anything else, or when nobody wants it any more', async () => {
    let tries = 0;
    const fail = (error: unknown) => async () => {
      tries += 1;
      throw error;
    };
    await expect(patiently(fail(new Error('may not')), never)).rejects.toThrow('may not');
    await expect(patiently(fail(broken()), AbortSignal.abort())).rejects.toThrow('away');
    expect(tries).toBe(2);
  });
});
