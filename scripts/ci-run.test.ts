import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('.ci/run', () => {
  let folder: string;
  // An `npm` that says what it was asked for, counts one test, and fails for the script `e2e`.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-ci-run-'));
    for (const path of ['.ci/run', '.ci/steps', 'scripts/sum-counts.mjs']) cpSync(join(root, path), join(folder, path));
    mkdirSync(join(folder, 'bin'));
    const programs = { npm: NPM, tmux: '', 'redis-server': '', 'google-chrome': '' };
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}`);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const ciRun = (...args: string[]) =>
    runCommand(join(folder, '.ci/run'), args, {
      cwd: folder,
      env: { PATH: join(folder, 'bin') + delimiter + process.env['PATH'] },
    });

  it('runs every step, also after one has failed, and adds up the counts', async () => {
    const { exitCode, stdout } = await ciRun();
    expect(stdout.trim().split('\n')).toEqual([
      'npm test',
      'npm run test:nodes -- 26',
      'npm run test:system',
      'npm run test:release',
      'npm run e2e',
      'npm run e2e:scale',
      'npm run e2e:browser',
      '6 passed, 1 failed',
    ]);
    expect(exitCode).toBe(1);
  });

  it('runs the steps of one group', async () => {
    expect(await ciRun('release')).toMatchObject({ exitCode: 0, stdout: 'npm run test:release\n1 passed, 0 failed\n' });
    expect((await ciRun('system')).stdout).toMatch(/^npm run test:system\nnpm run e2e\n.*\n.*\n3 passed, 1 failed\n$/);
  });

  it('refuses a group that does not exist', async () => {
    expect(await ciRun('tets')).toMatchObject({ exitCode: 2, stderr: 'There is no group "tets" in .ci/steps.\n' });
  });
});

const NPM = `echo "npm $*"
[ "$2" = e2e ] && { echo '0 passed, 1 failed' >>"$CTX_COUNTS_FILE"; exit 1; }
echo '1 passed, 0 failed' >>"$CTX_COUNTS_FILE"
`;
