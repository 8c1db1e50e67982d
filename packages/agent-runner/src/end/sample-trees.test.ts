import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostileAgent, INPUT, MARKED } from '../run/__fixtures__/hostile-agent.ts';
import { isRunning } from '../run/__fixtures__/survivors.ts';
import { run } from '../run/run.ts';
import type { ProcessFamily } from './process-family.ts';
import * as processTree from './process-tree.ts';
import { sampleTree } from './sample-trees.ts';

// Other test files share this process: load the modules again, with the spy, and once more without it afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

vi.mock('./process-tree.ts', { spy: true });

describe('sampling the tree of a turn', () => {
  it('ends a daemon without the marker that was seen in the tree earlier', async () => {
    const result = await run(hostileAgent('escape'), INPUT, MARKED);
    expect(result.status).toBe('completed');
    const pid = Number(/escaped (\d+)/.exec(result.text)?.[1]);
    expect(pid).toBeGreaterThan(0);
    expect(isRunning(pid)).toBe(false);
  });

  describe('with fake timers', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    const family = (): ProcessFamily => ({ noteTree: vi.fn(() => []), signal: vi.fn(), isAlive: () => true });

    it('reads the process table once for all turns', () => {
      const reads = vi.mocked(processTree.readProcessTree).mockClear();
      const families = Array.from({ length: 16 }, family);
      const onSeen = vi.fn();
      const stops = families.map((each) => sampleTree(each, onSeen));
      vi.advanceTimersByTime(2_000);
      expect(reads).toHaveBeenCalledTimes(4);
      for (const { noteTree } of families) expect(noteTree).toHaveBeenCalledTimes(4);
      expect(onSeen).toHaveBeenCalledTimes(64);
      for (const stop of stops) stop();
    });

    it('reads nothing while there is no turn, and starts again with the next one', () => {
      const stops = [sampleTree(family(), vi.fn()), sampleTree(family(), vi.fn())];
      stops[0]!();
      expect(vi.getTimerCount()).toBe(1);
      stops[1]!();
      expect(vi.getTimerCount()).toBe(0);
      const next = family();
      const stop = sampleTree(next, vi.fn());
      vi.advanceTimersByTime(500);
      expect(next.noteTree).toHaveBeenCalledTimes(1);
      stop();
    });
  });
});
