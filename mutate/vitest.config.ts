import { fileURLToPath } from 'node:url';
import project from '../vitest.project.ts';

// Not by Stryker's own `testFiles`: with it, mutants of constants are switched on after the constants were made, and all
// survive (stryker-js issue 6144).
const include = (process.env['MUTATE_TESTS'] ?? '').split(' ');

const setupFiles = [fileURLToPath(new URL('./fixed-examples.ts', import.meta.url))];

/** The tests beside the sources that are mutated. */
export default { ...project, test: { ...project.test, include, setupFiles } };
