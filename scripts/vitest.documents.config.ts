import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../vitest.project.ts';
import { ON_PUBLISHED } from './vitest.config.ts';

/** The tests of the code blocks in all documents. A project of its own, because it publishes the packages first. */
export default mergeConfig(shared, {
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { ...ON_PUBLISHED, name: 'documents', include: ['docs.test.ts', 'docs/*.test.ts'] },
});
