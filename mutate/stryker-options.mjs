import { fileURLToPath } from 'node:url';

/**
 * What Stryker is told about one target. It works on a copy that holds the target's package alone; the links of the
 * workspace lead from there to the other packages as they are, to their sources.
 */
export function strykerOptions({ name, folder, sources }, { force }) {
  const inFolder = (path) => `${folder}/${path}`;
  return {
    mutate: [...sources.map(inFolder), '!**/*.test.ts', '!**/__fixtures__/**', '!**/index.ts'],
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: 'mutate/vitest.config.ts', dir: folder, related: false },
    ignorePatterns: [
      '/*',
      '!/vitest.project.ts',
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
    // A busy machine must not pass for an endless loop; most of those are found by counting anyway.
    timeoutMS: 30_000,
    incremental: true,
    incrementalFile: `mutate/.tmp/last-run/${name}.json`,
    force,
    reporters: ['progress-append-only'],
    logLevel: 'warn',
  };
}
