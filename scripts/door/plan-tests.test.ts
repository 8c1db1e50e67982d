import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { planTests } from './plan-tests.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = 'packages/core/src/context-manager.test.ts';

describe('npm test', () => {
  it.each<[string, string[], ReturnType<typeof planTests>]>([
    ['checks and builds before all tests', [], { check: true, build: true, vitest: ['run'] }],
    ['goes straight to the tests of a package', ['packages/core'], straightTo('packages/core')],
    ['goes straight to a file', [file], straightTo(file)],
    ['takes a path as a shell completes it', ['./packages/core/'], straightTo('./packages/core/')],
    ['takes an absolute path', [`${root}packages/core`], straightTo(`${root}packages/core`)],
    [
      'goes straight to one title in a package',
      ['packages/core', '-t', 'a b'],
      straightTo('packages/core', '-t', 'a b'),
    ],
    ['builds what tests of the app start', ['apps/cli'], built('apps/cli')],
    ['builds what tests of the scripts publish', ['packages/core', 'scripts'], built('packages/core', 'scripts')],
    ['builds when a title may be anywhere', ['-t', 'lone surrogate'], built('-t', 'lone surrogate')],
    ['builds when a word may be anywhere', ['markers'], built('markers')],
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
