import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../vitest.project.ts';

/** The tests that use the packages as published. They are a project of their own: publishing takes a while. */
export const PUBLISHED = [
  'docs.test.ts',
  'docs/try-document.test.ts',
  'everywhere.test.ts',
  'new-assembler/new-assembler.test.ts',
  'rehearsal.test.ts',
  'release/publish-tarballs.test.ts',
  'tarballs.test.ts',
];

export default mergeConfig(shared, {
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    name: 'published',
    include: PUBLISHED,
    isolate: true,
    globalSetup: ['./registry/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
