import { mergeConfig } from 'vitest/config';
import shared from '../vitest.project.ts';

const LIMITS = { testTimeout: 300_000, hookTimeout: 300_000, isolate: true };

/** For tests that use the packages as published, from a registry on loopback. */
export const ON_PUBLISHED = { ...LIMITS, globalSetup: ['./registry/global-setup.ts'] };

export default mergeConfig(shared, {
  test: {
    ...LIMITS,
    include: ['**/*.test.ts'],
    // These have configurations of their own: vitest.documents.config.ts and vitest.release.config.ts.
    exclude: ['docs.test.ts', 'docs/**', 'release-tests/**'],
  },
});
