import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests the built inspector, as it is published, in a real browser. */
export default defineConfig({
  root: at('.'),
  resolve: { alias: [{ find: /^@ctx\/([\w-]+)$/, replacement: at('../../packages/$1/dist/index.js') }] },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: [at('./harness/install-driver.ts')],
    reporters: ['default', at('../../scripts/summary-reporter.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One browser at a time, because a page that shares the CPU with others may look stuck.
    fileParallelism: false,
  },
});
