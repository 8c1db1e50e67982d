import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

const COUNTS_FILE = 'CTX_COUNTS_FILE';

/**
 * Prints `N passed, N failed` as the last line, from the tests that really ran. A file that cannot be loaded, an error
 * outside any test and a run without tests count as failures. If `CTX_COUNTS_FILE` is set, the line is also appended to
 * that file, so that several runs can be added up.
 */
export default class SummaryReporter implements Reporter {
  readonly #countsFile = process.env[COUNTS_FILE];

  constructor() {
    // A vitest that a test starts must not write its counts into this file.
    delete process.env[COUNTS_FILE];
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        if (state === 'failed') failed++;
      }
    }
    if (passed + failed === 0) failed = 1;
    const line = `${passed} passed, ${failed} failed\n`;
    if (this.#countsFile) appendFileSync(this.#countsFile, line);
    // After vitest's own summary, which the default reporter prints in this same hook.
    process.on('exit', () => process.stdout.write(line));
  }
}
