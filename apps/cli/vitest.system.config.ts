import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import shared from '../../vitest.project.ts';

const summary = fileURLToPath(new URL('../../scripts/summary-reporter.ts', import.meta.url));

const root = fileURLToPath(new URL('.', import.meta.url));
const limits = { testTimeout: 300_000, hookTimeout: 120_000 };

/**
 * Tests of the whole program that take long or need more than Node. Run by `npm run test:system`, not by `npm test`.
 * `program`: what the built program prints and writes: scripts, limits, resuming, undo, hostile repositories, damaged
 * sessions.
 * `terminal`: tmux, root, and a disk that can be filled. If something is missing, these fail and say so.
 */
export default defineConfig({
  test: {
    reporters: ['default', summary],
    projects: [
      {
        ...shared,
        root,
        test: {
          ...limits,
          name: 'program',
          include: ['system-tests/program/*.test.ts'],
          // One more than the cores: the tests wait for the programs they started.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...shared,
        root,
        test: {
          ...limits,
          name: 'terminal',
          include: ['system-tests/terminal/*.test.ts'],
          // In parallel, a screen would be too slow for the time limits.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
