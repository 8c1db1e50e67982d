import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

describe('a limiter', () => {
  it('runs at most two tasks at once, in the order of the calls, even if some fail', async () => {
    const limiter = createLimiter(2);
    const done: number[] = [];
    let busy = 0;
    let most = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        limiter.run(async () => {
          busy += 1;
          most = Math.max(most, busy);
          await new Promise((resolve) => setTimeout(resolve, 1));
          busy -= 1;
          done.push(index);
          if (index % 3 === 0) throw new Error('failed');
        }),
      ),
    );
    expect(most).toBe(2);
    expect(done).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  });
});
