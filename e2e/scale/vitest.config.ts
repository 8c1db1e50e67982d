import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests the built packages, as they are published, with a real database. */
export default defineConfig({
  root: at('.'),
  resolve: { alias: [{ find: /^@ctx\/([\w-]+)$/, replacement: at('../../packages/$1/dist/index.js') }] },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: [at('./harness/install-engines.ts')],
    reporters: ['default', at('../../scripts/summary-reporter.ts')],
    // Most tests take seconds; a busy machine needs longer.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // Tests kill the database and need all cores.
    fileParallelism: false,
  },
});
