/**
 * The two functions a conformance suite needs from a test runner. Those of vitest, `node:test`, mocha and jest all work;
 * the kit itself imports no test runner.
 */
export interface TestRunner {
  /** Groups the checks registered while `body` runs. */
  readonly describe: (name: string, body: () => void) => unknown;
  /** Registers one check. It fails if `body` throws or rejects. */
  readonly it: (name: string, body: () => void | Promise<void>) => unknown;
}
