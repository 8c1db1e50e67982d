import { fileURLToPath } from 'node:url';

/**
 * What Stryker is told about one target. It works on a copy that holds the target's package alone; the links of the
 * workspace lead from there to the other packages as they are, to their sources.
 */
export function strykerOptions({ name, folders }, { force }) {
  const packageFolder = folders[0].split('/').slice(0, 2).join('/');
  return {
    mutate: [...folders.map((folder) => `${folder}/**/*.ts`), '!**/*.test.ts', '!**/__fixtures__/**', '!**/index.ts'],
    testFiles: folders.map((folder) => `${folder}/**/*.test.ts`),
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: 'vitest.project.ts', dir: packageFolder, related: false },
    ignorePatterns: [
      '/*',
      '!/vitest.project.ts',
      '!/tsconfig.base.json',
      '!/packages',
      '/packages/*',
      `!/${packageFolder}`,
      'dist',
    ],
    tempDirName: 'mutate/.tmp/copies',
    concurrency: 2,
    incremental: true,
    incrementalFile: `mutate/.tmp/last-run/${name}.json`,
    force,
    reporters: ['progress-append-only'],
    logLevel: 'warn',
  };
}
