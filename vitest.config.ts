import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const summary = fileURLToPath(new URL('./scripts/summary-reporter.ts', import.meta.url));

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'templates/*', 'scripts'],
    reporters: ['default', summary],
  },
});
