import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import shared from '../../vitest.project.ts';

const summary = fileURLToPath(new URL('../../scripts/summary-reporter.ts', import.meta.url));

/**
 * Tests that need more of a machine than Node: tmux, root, a disk that can be filled. Not part of `npm test`:
 * `npm run test:system`. What is missing makes them fail and say so.
 */
export default defineConfig({
  ...shared,
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['system-tests/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ['default', summary],
    // A screen that waits for the machine's other tests is a screen that looks stuck.
    fileParallelism: false,
  },
});
