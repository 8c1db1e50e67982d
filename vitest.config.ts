import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const summary = fileURLToPath(new URL('./scripts/summary-reporter.ts', import.meta.url));

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'templates/*', 'scripts', 'scripts/vitest.documents.config.ts'],
    // One more than the cores: many tests wait for processes they started.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', summary],
  },
});
