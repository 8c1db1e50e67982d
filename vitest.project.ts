import { fileURLToPath } from 'node:url';
import { defineProject } from 'vitest/config';

const conditions = ['@ctx/source', 'module', 'node', 'development|production'];

/** The settings that all packages share. Tests run on the sources of our packages, never on their builds. */
export default defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: [fileURLToPath(new URL('./vitest.setup.ts', import.meta.url))],
    // Most tests take milliseconds. Some start several processes or a build, which takes long on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // The test files of a package share their processes, which saves loading the same modules for each. A file that mocks
    // a module therefore calls `vi.resetModules()` before and after.
    isolate: false,
  },
});
