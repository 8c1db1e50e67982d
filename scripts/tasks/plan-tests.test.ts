import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { planTests } from './plan-tests.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = 'packages/core/src/context-manager.test.ts';

describe('npm test', () => {
  it.each<[string, string[], ReturnType<typeof planTests>]>([
    ['checks and builds before all tests', [], { check: true, build: true, vitest: ['run'] }],
    ['runs only the tests of a package', ['packages/core'], straightTo('packages/core')],
    ['runs only one test file', [file], straightTo(file)],
    ['accepts a path with ./ and a final slash', ['./packages/core/'], straightTo('./packages/core/')],
    ['accepts an absolute path', [`${root}packages/core`], straightTo(`${root}packages/core`)],
    [
      'runs only the tests with a title in a package',
      ['packages/core', '-t', 'a b'],
      straightTo('packages/core', '-t', 'a b'),
    ],
    ['builds before the tests of the app', ['apps/cli'], built('apps/cli')],
    ['builds before the tests of the scripts', ['packages/core', 'scripts'], built('packages/core', 'scripts')],
    ['builds if a title may be in any package', ['-t', 'lone surrogate'], built('-t', 'lone surrogate')],
    ['builds if a file name may be in any package', ['markers'], built('markers')],
    [
      'watches a package',
      ['--watch', 'packages/core'],
      { check: false, build: false, vitest: ['watch', 'packages/core'] },
    ],
  ])('%s', (_title, args, plan) => {
    expect(planTests(root, args)).toEqual(plan);
  });
});

function straightTo(...args: string[]) {
  return { check: false, build: false, vitest: ['run', ...args] };
}

function built(...args: string[]) {
  return { check: false, build: true, vitest: ['run', ...args] };
}
