import { defineProject } from 'vitest/config';

const conditions = ['@ctx/source', 'module', 'node', 'development|production'];

/** What every package's vitest.config.ts is: sources of our packages, never their builds. */
export default defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 20_000,
    // The files of a package share one process, which saves loading the same modules for each. Packages whose tests
    // mock modules or observe their own process set it to true.
    isolate: false,
  },
});
