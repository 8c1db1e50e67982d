import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfRepo } from '../rehearsal/copy-of-repo.ts';
import { publicPackages } from '../release/public-packages.mjs';
import { mustRun, runCommand } from '../run-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('npm run rename:scope -- @somebody-else, in a copy of this repo', () => {
  let copy: string;
  let printed: string;
  const npm = (...args: string[]) => mustRun('npm', args, { cwd: copy, timeoutMs: 400_000 });

  beforeAll(async () => {
    copy = copyOfRepo(root);
    printed = await npm('run', '--silent', 'rename:scope', '--', '@somebody-else');
  }, 400_000);
  afterAll(() => rmSync(dirname(copy), { recursive: true, force: true }));

  it('renames every package, and leaves the old scope in no file', async () => {
    expect(printed).toMatch(/Renamed @ctx to @somebody-else in \d{3,} files\./);
    expect(publicPackages(copy).length).toBe(publicPackages(root).length);
    for (const { name } of publicPackages(copy)) expect(name).toMatch(/^@somebody-else\//);
    const found = await runCommand(
      'grep',
      ['-rIlE', '--exclude-dir=node_modules', '--exclude-dir=dist', '--exclude-dir=.turbo', '@ctx([^a-z-]|$)', '.'],
      { cwd: copy },
    );
    expect(found.stdout.trim()).toBe('');
  });

  it('leaves a repo that keeps its rules and passes its tests', async () => {
    await npm('run', '--silent', 'check');
    const tested = await npm(
      'test',
      '--silent',
      '--',
      'packages/contract',
      'packages/core',
      'packages/assembler-gemini',
    );
    expect(tested).toMatch(/\b[1-9]\d\d+ passed, 0 failed\n$/);
  }, 400_000);

  it('packs tarballs with the new names', async () => {
    const pack = ['--filter', '@somebody-else/contract', 'pack', '--pack-destination', copy];
    await mustRun(join(copy, 'node_modules/.bin/pnpm'), pack, { cwd: copy });
    const { tarball } = publicPackages(copy).find(({ name }) => name === '@somebody-else/contract')!;
    expect(tarball).toMatch(/^somebody-else-contract-/);
    expect(existsSync(join(copy, tarball))).toBe(true);
  });
});

it('a scope that the registry would refuse is refused', async () => {
  for (const scope of [[], ['ctx'], ['@Ctx'], ['@a/b'], ['@a', '@b']]) {
    const { exitCode, stderr } = await runCommand('npm', ['run', '--silent', 'rename:scope', '--', ...scope], {
      cwd: root,
    });
    expect([exitCode, stderr]).toEqual([2, 'Give the new scope: npm run rename:scope -- @my-scope\n']);
  }
});
