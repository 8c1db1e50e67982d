import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests the built packages, as they are published. */
export default defineConfig({
  root: at('.'),
  resolve: { alias: [{ find: /^@ctx\/([\w-]+)$/, replacement: at('../packages/$1/dist/index.js') }] },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: [at('./harness/install-clis.ts')],
    setupFiles: [at('./harness/prepare-worker.ts')],
    reporters: ['default', at('../scripts/summary-reporter.ts')],
    // A turn takes a second or two; a busy machine needs longer.
    testTimeout: 180_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
});
