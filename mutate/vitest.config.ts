import { fileURLToPath } from 'node:url';
import project from '../vitest.project.ts';
import { QuickFirst } from './quick-first.ts';

// Not by Stryker's own `testFiles`: with it, mutants of constants are switched on after the constants were made, and all
// survive (stryker-js issue 6144).
const include = (process.env['MUTATE_TESTS'] ?? '').split(' ');
const exclude = (process.env['MUTATE_SLOW_TESTS'] ?? '').split(' ').filter(Boolean);

/** Gives the tests `few-examples.ts` for fast-check, which itself takes the real one. */
const fewExamples = {
  name: 'few-examples',
  enforce: 'pre',
  resolveId(source: string, importer: string | undefined) {
    if (source !== 'fast-check' || !importer?.endsWith('.test.ts')) return undefined;
    return fileURLToPath(new URL('./few-examples.ts', import.meta.url));
  },
} as const;

/** The tests beside the sources that are mutated. */
export default {
  ...project,
  plugins: [fewExamples],
  test: { ...project.test, include, exclude, sequence: { sequencer: QuickFirst } },
};
