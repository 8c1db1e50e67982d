import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const reporter = fileURLToPath(new URL('./summary-reporter.ts', import.meta.url));

describe.concurrent('the last line of a test run', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-reporter-'));
    symlinkSync(modules, join(folder, 'node_modules'), 'junction');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is appended to the file that CTX_COUNTS_FILE names', async () => {
    const root = join(folder, 'counted');
    mkdirSync(root);
    const countsFile = join(folder, 'counts.txt');
    writeFileSync(join(root, 'a.test.ts'), "import { it } from 'vitest';\nit('a', () => {});\n");
    const args = ['run', '--root', root, '--reporter', reporter];
    for (let run = 0; run < 2; run++) {
      await runCommand(join(modules, '.bin', 'vitest'), args, { cwd: root, env: { CTX_COUNTS_FILE: countsFile } });
    }
    expect(readFileSync(countsFile, 'utf8')).toBe('1 passed, 0 failed\n1 passed, 0 failed\n');
  });

  it.each([
    [
      'a test that fails',
      "describe('x', () => { it('a', () => { throw new Error('two\\nlines'); }); });",
      'FAILED: a.test.ts > x > a: two lines',
    ],
    ['a run without tests', "describe.skip('x', () => { it('a', () => {}); });", 'FAILED: no test ran'],
  ])('follows one line for %s in that file', async (what, body, failure) => {
    const root = join(folder, what.replaceAll(' ', '-'));
    mkdirSync(root);
    const countsFile = join(root, 'failures.txt');
    writeFileSync(join(root, 'a.test.ts'), `import { describe, it } from 'vitest';\n${body}\n`);
    const args = ['run', '--root', root, '--reporter', reporter];
    await runCommand(join(modules, '.bin', 'vitest'), args, { cwd: root, env: { CTX_COUNTS_FILE: countsFile } });
    expect(readFileSync(countsFile, 'utf8')).toBe(`${failure}\n0 passed, 1 failed\n`);
  });

  it.each([
    [
      'counts tests that pass and tests that fail',
      "it('a', () => {}); it('b', () => { throw 1; });",
      '1 passed, 1 failed',
      1,
    ],
    ['has no failures if all tests pass', "it('a', () => {}); it('b', () => {});", '2 passed, 0 failed', 0],
    [
      'counts a file that cannot be loaded as a failure',
      "import './nowhere.ts'; it('a', () => {});",
      '0 passed, 1 failed',
      1,
    ],
    [
      'counts an error outside any test as a failure',
      "it('a', async () => { setTimeout(() => { throw new Error('late'); }, 0); await new Promise((r) => setTimeout(r, 50)); });",
      '1 passed, 1 failed',
      1,
    ],
    ['counts a run without tests as a failure', '', '0 passed, 1 failed', 1],
    [
      'counts a hook that fails as a failure',
      "describe('x', () => { afterAll(() => { throw new Error('hook'); }); it('a', () => {}); });",
      '1 passed, 1 failed',
      1,
    ],
  ])('%s', async (title, body, line, exitCode) => {
    const root = join(folder, title.replaceAll(' ', '-'));
    mkdirSync(root);
    writeFileSync(join(root, 'a.test.ts'), `import { afterAll, describe, it } from 'vitest';\nvoid afterAll;\n${body}`);
    const vitest = join(modules, '.bin', 'vitest');
    const result = await runCommand(vitest, ['run', '--root', root, '--reporter', reporter], { cwd: root });
    expect(result.stdout.trimEnd().split('\n').at(-1)).toBe(line);
    expect(result.exitCode).toBe(exitCode);
  });
});
