import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorkLoop } from './work-loop.ts';

/** Tasks that a test ends by calling the functions in `underWay`. */
function createTasks(count: number) {
  const underWay: (() => void)[] = [];
  let left = count;
  return {
    underWay,
    add: (more: number) => {
      left += more;
    },
    take: async () => {
      if (left === 0) return undefined;
      left -= 1;
      return { done: new Promise<void>((resolve) => underWay.push(resolve)) };
    },
  };
}

describe('a work loop', () => {
  afterEach(() => void vi.useRealTimers());

  it('runs at most `concurrency` tasks and takes the next one when a task ends', async () => {
    const { take, underWay } = createTasks(5);
    const loop = createWorkLoop({ take, concurrency: 2, note: () => {} });
    loop.start();
    await expect.poll(() => underWay.length).toBe(2);
    underWay[0]!();
    await expect.poll(() => underWay.length).toBe(3);
    const stopped = loop.stop();
    for (const end of underWay) end();
    await stopped;
    expect(underWay).toHaveLength(3);
  });

  it('takes a new task at once when it is woken', async () => {
    // With this clock, the second after which the loop looks again never passes by itself.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { take, underWay, add } = createTasks(0);
    const loop = createWorkLoop({ take, concurrency: 1, note: () => {} });
    loop.start();
    await vi.advanceTimersByTimeAsync(20);
    add(1);
    loop.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(underWay).toHaveLength(1);
    underWay[0]!();
    await loop.stop();
  });

  it('continues after a failure, and reports when taking works again', async () => {
    const notes: unknown[] = [];
    let calls = 0;
    const take = async () => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return undefined;
    };
    const loop = createWorkLoop({ take, concurrency: 1, note: (error) => notes.push(error) });
    loop.start();
    await expect.poll(() => notes.length).toBe(2);
    await loop.stop();
    expect(notes[0]).toBeInstanceOf(Error);
    expect(notes[1]).toBeUndefined();
  });
});
