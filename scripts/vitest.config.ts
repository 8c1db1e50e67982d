import { mergeConfig } from 'vitest/config';
import shared from '../vitest.project.ts';
import { PUBLISHED } from './vitest.published.config.ts';

export default mergeConfig(shared, {
  test: { include: ['**/*.test.ts'], exclude: PUBLISHED, isolate: true, testTimeout: 300_000, hookTimeout: 300_000 },
});
