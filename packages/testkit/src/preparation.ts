import { AssertionError } from 'node:assert';
import { fail } from './problem.ts';

/** Prepares one check. `problem` is what every later check says if `prepare` fails again for the same reason. */
export type Prepare = <T>(problem: string, prepare: () => T) => T;

/**
 * What all checks of a suite need. If it fails, only the first check says why; the others say that they did not run.
 * Otherwise one mistake would be as many long messages as there are checks.
 */
export function createPreparation(): Prepare {
  const reported = new Set<string>();
  return (problem, prepare) => {
    try {
      return prepare();
    } catch (error) {
      // The same mistake may show in every scenario of a driver.
      const reason = error instanceof AssertionError ? error.message.replace(/create\("[\w-]+"\)/, 'create()') : '';
      if (reported.has(reason)) fail(`Not checked: ${problem}`, 'The first check that failed says why');
      reported.add(reason);
      throw error;
    }
  };
}
