import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { publishTarballs } from '../registry/publish-workspace.ts';
import { startTrustingRegistry } from '../registry/trusting-registry.ts';
import { publicPackages } from '../release/public-packages.mjs';
import { smallTree, writeTree } from '../repo-check/small-tree.ts';
import { mustRun, runCommand } from '../run-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('publishing', () => {
  it('comes to each package after those it depends on', () => {
    const names = publicPackages(root).map(({ name }) => name);
    expect(names[0]).toBe('@ctx/contract');
    expect(names.indexOf('@ctx/trimmer')).toBeLessThan(names.indexOf('@ctx/core'));
    expect(names.indexOf('@ctx/core')).toBeLessThan(names.indexOf('@ctx/team'));
    expect(names).not.toContain('@ctx/assembler-template');
  });

  it('does nothing a second time', async () => {
    const printed = await publishTarballs(root, join(root, 'no-such-folder'), inject('registryUrl'));
    expect(printed.split('\n').filter((line) => line !== '' && !/ is already published\.$/.test(line))).toEqual([]);
  });

  it('needs no installed dependencies', async () => {
    // The publishing job has only the sources of the repo, with no node_modules beside or above them.
    const copy = mkdtempSync(join(tmpdir(), 'ctx-bare-'));
    try {
      for (const folder of ['scripts', 'packages/contract']) {
        mkdirSync(join(copy, folder), { recursive: true });
        cpSync(join(root, folder), join(copy, folder), {
          recursive: true,
          filter: (path) => !/node_modules/.test(path),
        });
      }
      const printed = await publishTarballs(copy, join(copy, 'no-such-folder'), inject('registryUrl'));
      expect(printed).toMatch(/^@ctx\/contract [\d.]+ is already published\.\n$/);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  it('shows the registry the identity of the workflow run where there is no token', async () => {
    const trusting = await startTrustingRegistry();
    const { version } = JSON.parse(readFileSync(join(root, 'packages/contract/package.json'), 'utf8'));
    const tarballs = mkdtempSync(join(tmpdir(), 'ctx-trusted-'));
    try {
      const packed = await mustRun('npm', ['pack', '--pack-destination', tarballs, '--silent'], {
        cwd: join(root, 'packages/contract'),
      });
      expect(packed.trim()).toBe(`ctx-contract-${version}.tgz`);
      const { stdout, stderr } = await runCommand(
        'node',
        [join(root, 'scripts/release/publish-tarballs.mjs'), tarballs],
        {
          cwd: root,
          env: trusting.env,
        },
      );
      if (/cannot publish without NPM_TOKEN/.test(stderr)) return expect(stderr).toMatch(/Use npm 11\.5\.1 or later/);
      // The other tarballs are not there.
      expect(stdout).toBe(`@ctx/contract ${version} published.\n`);
      expect(trusting.published).toEqual(['@ctx/contract Bearer short-lived']);
    } finally {
      rmSync(tarballs, { recursive: true });
      await trusting.close();
    }
  });

  it('fails and names the package if a tarball is missing', async () => {
    const { exitCode, stderr } = await runCommand(
      'node',
      [join(root, 'scripts/release/publish-tarballs.mjs'), '/none'],
      {
        cwd: root,
        env: { npm_config_registry: new URL('/nowhere/', inject('registryUrl')).href, NPM_TOKEN: 'loopback' },
      },
    );
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/@ctx\/contract [\d.]+ could not be published/);
  });
});

describe('tagging', () => {
  let tree: string;
  let origin: string;
  const git = (...args: string[]) =>
    mustRun('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: tree });
  const tag = () => mustRun('node', [join(root, 'scripts/release/push-tags.mjs'), tree], { cwd: tree });
  beforeAll(async () => {
    tree = writeTree(smallTree());
    origin = mkdtempSync(join(tmpdir(), 'ctx-origin-'));
    await mustRun('git', ['init', '--quiet', '--bare'], { cwd: origin });
    await git('init', '--quiet');
    // Newer versions of git tidy up in the background after a commit or push, maybe while the folders are being removed.
    await mustRun('git', ['config', 'receive.autoGC', 'false'], { cwd: origin });
    await git('config', 'maintenance.auto', 'false');
    await git('remote', 'add', 'origin', origin);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'All of it');
  });
  afterAll(() => [tree, origin].map((folder) => rmSync(folder, { recursive: true })));

  it('tags each version once', async () => {
    await tag();
    const first = await git('ls-remote', '--tags', 'origin');
    expect(first.match(/refs\/tags\/\S+/g)?.sort()).toEqual(
      ['@ctx/cli@0.1.0', '@ctx/contract@0.1.0', '@ctx/trimmer@0.1.0'].map((name) => `refs/tags/${name}`),
    );
    writeFileSync(join(tree, 'README.md'), 'Changed.');
    await git('commit', '--quiet', '--all', '--message', 'A change');
    expect(await tag()).toBe('Every version has a tag already.\n');
    expect(await git('ls-remote', '--tags', 'origin')).toBe(first);
  });
});
