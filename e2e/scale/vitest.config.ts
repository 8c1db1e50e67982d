import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The packages as they are published, on a real database. */
export default defineConfig({
  root: at('.'),
  resolve: { alias: [{ find: /^@ctx\/([\w-]+)$/, replacement: at('../../packages/$1/dist/index.js') }] },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: [at('./harness/install-engines.ts')],
    reporters: ['default', at('../../scripts/summary-reporter.ts')],
    // Seconds on a quiet machine; the rest is room for a busy one.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // One database is killed under everybody who uses it; and two cores are few.
    fileParallelism: false,
  },
});
