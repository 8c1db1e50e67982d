import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const script = fileURLToPath(new URL('./sum-counts.mjs', import.meta.url));

describe('adding up test runs', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-counts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['sums the counts of all runs', '10 passed, 0 failed\n5 passed, 0 failed\n', '15 passed, 0 failed', 0],
    ['fails when any test failed', '10 passed, 1 failed\n5 passed, 2 failed\n', '15 passed, 3 failed', 1],
    [
      'lists what failed before the sum',
      'FAILED: a.test.ts > one: 1 is not 2\n3 passed, 1 failed\n5 passed, 0 failed\n',
      'FAILED: a.test.ts > one: 1 is not 2\n8 passed, 1 failed',
      1,
    ],
    ['counts a run without a count as a failure', '10 passed, 0 failed\n', '10 passed, 1 failed', 1],
    ['counts every run as a failure if there are no counts', '', '0 passed, 2 failed', 1],
  ])('%s', async (title, text, output, exitCode) => {
    const file = join(folder, title.replaceAll(' ', '-'));
    writeFileSync(file, text);
    const result = await runCommand(process.execPath, [script, file, '2'], { cwd: folder });
    expect(result.stdout.trimEnd()).toBe(output);
    expect(result.exitCode).toBe(exitCode);
  });
});
