import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import shared from '../../vitest.project.ts';

const summary = fileURLToPath(new URL('../../scripts/summary-reporter.ts', import.meta.url));

/**
 * Tests that need more than Node: tmux, root, and a disk that can be filled. They run with `npm run test:system`, not with
 * `npm test`. If something is missing, they fail and say so.
 */
export default defineConfig({
  ...shared,
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['system-tests/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ['default', summary],
    // In parallel, a screen would be too slow for the time limits.
    fileParallelism: false,
  },
});
