/**
 * The two functions a conformance suite needs from a test runner. Those of vitest, `node:test`, mocha and jest all fit;
 * the kit itself imports none of them.
 */
export interface TestRunner {
  /** Groups the checks registered while `body` runs. */
  readonly describe: (name: string, body: () => void) => unknown;
  /** Registers one check. It fails by throwing, or by rejecting. */
  readonly it: (name: string, body: () => void | Promise<void>) => unknown;
}
