import { fileURLToPath } from 'node:url';

/**
 * The options of Stryker for one target. Stryker works on a copy of the target's package. The workspace links in the copy
 * lead to the original sources of the other packages.
 */
export function strykerOptions({ name, folder, sources }, { force, files }) {
  const inFolder = (path) => `${folder}/${path}`;
  return {
    mutate: [
      ...(files === undefined ? sources : [files]).map(inFolder),
      '!**/*.test.ts',
      '!**/__fixtures__/**',
      '!**/index.ts',
    ],
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: 'mutate/vitest.config.ts', dir: folder, related: false },
    ignorePatterns: [
      '/*',
      '!/vitest.project.ts',
      '!/vitest.setup.ts',
      '!/tsconfig.base.json',
      '!/mutate',
      '/mutate/*',
      '!/mutate/*.ts',
      '!/packages',
      '/packages/*',
      `!/${folder}`,
      'dist',
    ],
    tempDirName: 'mutate/.tmp/copies',
    concurrency: 2,
    // Long, so that a busy machine is not mistaken for an endless loop. Stryker finds most of those by counting iterations.
    timeoutMS: 10_000,
    incremental: true,
    incrementalFile: `mutate/.tmp/last-run/${name}.json`,
    force,
    reporters: ['progress-append-only'],
    logLevel: 'warn',
  };
}
