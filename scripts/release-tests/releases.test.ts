import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import getReleasePlan from '@changesets/get-release-plan';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { copyOfRepo } from '../rehearsal/copy-of-repo.ts';
import { raiseDependents } from '../release/raise-dependents.mjs';
import { readWorkspace } from '../repo-check/workspace.mjs';
import { mustRun } from '../run-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const raiseVersions = fileURLToPath(new URL('../release/raise-versions.mjs', import.meta.url));
const { packages } = readWorkspace(root);
const publics = packages.filter(({ manifest }) => manifest.private !== true);

type Size = 'patch' | 'minor' | 'major';

/** The version after a change of this size. */
function raisedBy(size: Size, version: string): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (size === 'major') return `${major + 1}.0.0`;
  return size === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** The next version after a breaking change. */
function nextBreaking(version: string): string {
  return raisedBy(version.startsWith('0.') ? 'minor' : 'major', version);
}

/** The new versions after a change of one package, by the rules of VERSIONING.md. */
function expectedVersions(name: string, size: Size): Record<string, string> {
  const versions = new Map(publics.map(({ manifest }) => [String(manifest.name), String(manifest.version)]));
  const expected = new Map([[name, raisedBy(size, versions.get(name) ?? '')]]);
  const isBroken = (member: string) => {
    const old = versions.get(member) ?? '';
    const sameParts = old.startsWith('0.') ? 2 : 1;
    return expected.get(member)?.split('.').slice(0, sameParts).join() !== old.split('.').slice(0, sameParts).join();
  };
  // One round for each package is enough: no chain of dependencies is longer.
  for (const _round of publics) {
    for (const { manifest } of publics) {
      const dependencies = Object.keys(manifest.dependencies ?? {}).filter((dependency) => expected.has(dependency));
      if (manifest.name === name || !dependencies.some(isBroken)) continue;
      expected.set(String(manifest.name), nextBreaking(String(manifest.version)));
    }
  }
  return Object.fromEntries([...expected].sort());
}

describe('npm run release:version, in a copy of this repo', () => {
  let copy: string;
  beforeAll(async () => {
    copy = copyOfRepo(root);
    for (const file of readdirSync(join(copy, '.changeset'))) {
      if (file.endsWith('.md')) rmSync(join(copy, '.changeset', file));
    }
    // Sources and builds are not needed: only manifests and changelogs are read and restored.
    appendFileSync(join(copy, '.gitignore'), '\n*.ts\n*.mjs\n');
    await git('init', '--quiet', '--initial-branch', 'main');
    // Newer versions of git tidy up in the background after a commit, maybe while the copy is being removed.
    await git('config', 'maintenance.auto', 'false');
    await git('add', '--all');
    await git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', 'All of it');
  });
  afterEach(async () => {
    await git('reset', '--quiet', '--hard');
    await git('clean', '--quiet', '-d', '--force');
  });
  afterAll(() => rmSync(dirname(copy), { recursive: true, force: true }));

  const git = (...args: string[]) => mustRun('git', args, { cwd: copy });
  const versionsIn = (tree: string) =>
    new Map(readWorkspace(tree).packages.map(({ manifest }) => [String(manifest.name), String(manifest.version)]));

  function write(changes: Record<string, Size>): void {
    const lines = Object.entries(changes).map(([name, size]) => `'${name}': ${size}\n`);
    writeFileSync(join(copy, '.changeset/change.md'), `---\n${lines.join('')}---\n\nA change.\n`);
  }

  /** The packages that the command raises, and their new versions. */
  async function release(changes: Record<string, Size>): Promise<Record<string, string>> {
    write(changes);
    await mustRun('node', [raiseVersions, copy], { cwd: copy });
    const before = versionsIn(root);
    const raised = [...versionsIn(copy)].filter(([name, version]) => before.get(name) !== version);
    return Object.fromEntries(raised.sort());
  }

  it.each<Size>(['patch', 'minor', 'major'])(
    'raises the packages that a %s of the contract breaks, and no others',
    async (size) => {
      expect(await release({ '@ctx/contract': size })).toEqual(expectedVersions('@ctx/contract', size));
    },
  );

  it('never releases a breaking change of the contract as a patch, and gives the reason in each changelog', async () => {
    const raised = await release({ '@ctx/contract': 'major' });
    const before = versionsIn(root);
    for (const name of ['trimmer', 'core', 'assembler-gemini', 'agent-runner', 'team', 'testkit', 'cli']) {
      expect(raised).toHaveProperty([`@ctx/${name}`], nextBreaking(before.get(`@ctx/${name}`) ?? ''));
    }
    expect(raised).not.toHaveProperty(['@ctx/assembler-template']);
    expect(raised).not.toHaveProperty(['@ctx/scripted-agents']);
    const changelog = readFileSync(join(copy, 'packages/assembler-gemini/CHANGELOG.md'), 'utf8');
    const causes = ['@ctx/contract', '@ctx/trimmer'].map((name) => `\`${name}\` ${raised[name]}`).join(' and ');
    expect(changelog).toContain(`the breaking changes of ${causes}: see there`);
  });

  it('keeps a larger change that a changeset asks for', async () => {
    const raised = await release({ '@ctx/contract': 'major', '@ctx/core': 'major' });
    expect(raised['@ctx/core']).toBe(raisedBy('major', versionsIn(root).get('@ctx/core') ?? ''));
  });

  // The plan that `changeset version` follows, without starting that command for each package and size.
  describe.each(publics.map(({ manifest }) => String(manifest.name)))('a change of %s', (name) => {
    it.each<Size>(['patch', 'minor', 'major'])(
      'that is a %s raises the packages it breaks, and no others',
      async (size) => {
        write({ [name]: size });
        await raiseDependents(copy);
        const { releases } = await getReleasePlan(copy);
        const raised = releases.filter(({ type }) => type !== 'none').map((plan) => [plan.name, plan.newVersion]);
        expect(Object.fromEntries(raised)).toEqual(expectedVersions(name, size));
      },
    );
  });
});
