import type { Options } from 'tsup';

/** One build for all packages: ESM only, types written by tsc afterwards (tsup's own step breaks on TypeScript 7). */
export const library: Options = {
  entry: ['src/index.ts'],
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  dts: false,
  clean: true,
  sourcemap: true,
  esbuildOptions(options) {
    // The sources are in the package; the maps need not hold them a second time.
    options.sourcesContent = false;
  },
};
