import type { TestRunner } from '../test-runner.ts';

/** One check that failed: its full title and its message. */
export interface Failure {
  readonly title: string;
  readonly message: string;
}

/** The time limit of a test that runs a whole suite: seconds on an idle machine, ten times that on a busy one. */
export const WHOLE_SUITE_MS = 120_000;

/**
 * Runs a suite on a minimal test runner, and returns the failures and the number of checks. With `enough`, it stops at
 * the first failure whose message matches. With `groups`, it runs only the checks whose title matches.
 */
export async function collectFailures(
  register: (runner: TestRunner) => void,
  enough?: RegExp,
  groups?: RegExp,
): Promise<{ readonly checks: number; readonly failures: readonly Failure[] }> {
  const path: string[] = [];
  const checks: { title: string; body: () => void | Promise<void> }[] = [];
  register({
    describe: (name, body) => {
      path.push(name);
      body();
      path.pop();
    },
    it: (name, body) => void checks.push({ title: [...path.slice(1), name].join(' > '), body }),
  });
  const failures: Failure[] = [];
  for (const { title, body } of checks) {
    if (groups?.test(title) === false) continue;
    try {
      await body();
    } catch (error) {
      const { message } = error as Error;
      failures.push({ title, message });
      if (enough?.test(message)) break;
    }
  }
  return { checks: checks.length, failures };
}
