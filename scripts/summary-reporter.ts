import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

const COUNTS_FILE = 'CTX_COUNTS_FILE';

/**
 * Prints `N passed, N failed` as the last line, from the tests that really ran. A file that cannot be loaded, an error
 * outside any test and a run without tests count as failures. If `CTX_COUNTS_FILE` is set, the line is also appended to
 * that file, so that several runs can be added up, and before it one line for every failure.
 */
export default class SummaryReporter implements Reporter {
  readonly #countsFile = process.env[COUNTS_FILE];

  constructor() {
    // A vitest that a test starts must not write its counts into this file.
    delete process.env[COUNTS_FILE];
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    const failures = unhandledErrors.map((error) => describeFailure('outside any test', error));
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const error of module.errors()) failures.push(describeFailure(file, error));
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) failures.push(describeFailure(`${file} > ${suite.fullName}`, error));
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') passed++;
        if (state === 'failed') failures.push(describeFailure(`${file} > ${test.fullName}`, errors?.[0]));
      }
    }
    if (passed + failures.length === 0) failures.push('FAILED: no test ran');
    const line = `${passed} passed, ${failures.length} failed\n`;
    if (this.#countsFile) appendFileSync(this.#countsFile, [...failures, line].join('\n'));
    // After vitest's own summary, which the default reporter prints in this same hook.
    process.on('exit', () => process.stdout.write(line));
  }
}

/** One line, because the failures of several runs are listed one after the other. */
function describeFailure(place: string, error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'no message';
  return `FAILED: ${place}: ${message}`.replace(/\s+/g, ' ').slice(0, 500);
}
