import { mergeConfig } from 'vitest/config';
import shared from '../vitest.project.ts';

export default mergeConfig(shared, {
  test: {
    include: ['**/*.test.ts'],
    isolate: true,
    globalSetup: ['./registry/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
