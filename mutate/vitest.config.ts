import { fileURLToPath } from 'node:url';
import project from '../vitest.project.ts';
import { QuickFirst } from './quick-first.ts';

// Stryker's own option `testFiles` is not used: it activates mutants of constants only after the constants were created, so
// all of them survive (stryker-js issue 6144).
const include = (process.env['MUTATE_TESTS'] ?? '').split(' ');
const exclude = (process.env['MUTATE_SLOW_TESTS'] ?? '').split(' ').filter(Boolean);

/** Replaces fast-check by `few-examples.ts` in tests. That file itself imports the real one. */
const fewExamples = {
  name: 'few-examples',
  enforce: 'pre',
  resolveId(source: string, importer: string | undefined) {
    if (source !== 'fast-check' || !importer?.endsWith('.test.ts')) return undefined;
    return fileURLToPath(new URL('./few-examples.ts', import.meta.url));
  },
} as const;

/** Runs the tests next to the mutated sources. */
export default {
  ...project,
  plugins: [fewExamples],
  test: { ...project.test, isolate: true, include, exclude, sequence: { sequencer: QuickFirst } },
};
