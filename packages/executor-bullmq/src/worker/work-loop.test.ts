import { describe, expect, it } from 'vitest';
import { createWorkLoop } from './work-loop.ts';

/** Things to do that end when told to. */
function pile(count: number) {
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

describe('a loop', () => {
  it('does no more at the same time than it may, and takes the next when a hand is free', async () => {
    const { take, underWay } = pile(5);
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

  it('wakes up when roused', async () => {
    const { take, underWay, add } = pile(0);
    const loop = createWorkLoop({ take, concurrency: 1, note: () => {} });
    loop.start();
    await new Promise((resolve) => setTimeout(resolve, 20));
    add(1);
    loop.rouse();
    await expect.poll(() => underWay.length, { timeout: 500 }).toBe(1);
    underWay[0]!();
    await loop.stop();
  });

  it('goes on after a failure, and says when it is over', async () => {
    const notes: unknown[] = [];
    let calls = 0;
    const take = async () => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return undefined;
    };
    const loop = createWorkLoop({ take, concurrency: 1, note: (error) => notes.push(error) });
    loop.start();
    await expect.poll(() => notes.length, { timeout: 5_000 }).toBe(2);
    await loop.stop();
    expect(notes[0]).toBeInstanceOf(Error);
    expect(notes[1]).toBeUndefined();
  });
});
