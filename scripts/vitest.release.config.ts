import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../vitest.project.ts';
import { ON_PUBLISHED } from './vitest.config.ts';

/** Tests of what a release publishes. Run by `npm run test:release`, not by `npm test`. */
export default mergeConfig(shared, {
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    ...ON_PUBLISHED,
    include: ['release-tests/*.test.ts'],
    reporters: ['default', fileURLToPath(new URL('./summary-reporter.ts', import.meta.url))],
  },
});
