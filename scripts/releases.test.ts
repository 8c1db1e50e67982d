import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyOfRepo } from './rehearsal/copy-of-repo.ts';
import { readWorkspace } from './repo-check/workspace.mjs';
import { mustRun } from './run-command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const changeset = join(root, 'node_modules/.bin/changeset');

/** Name and version of every package of a tree. */
function versionsOf(tree: string): Map<string, string> {
  return new Map(readWorkspace(tree).packages.map(({ manifest }) => [String(manifest.name), String(manifest.version)]));
}

describe('changeset version, in a copy of this repo', () => {
  let copy: string;
  beforeEach(async () => {
    copy = copyOfRepo(root);
    await mustRun('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: copy });
  });
  afterEach(() => rmSync(dirname(copy), { recursive: true, force: true }));

  /** The packages whose version a changeset raises. */
  async function raisedBy(name: string, bump: string): Promise<string[]> {
    const before = versionsOf(copy);
    writeFileSync(join(copy, '.changeset/change.md'), `---\n'${name}': ${bump}\n---\n\nA change.\n`);
    await mustRun(changeset, ['version'], { cwd: copy });
    return [...versionsOf(copy)]
      .filter(([member, version]) => before.get(member) !== version)
      .map(([member]) => member);
  }

  it('releases a fixed package alone', async () => {
    expect(await raisedBy('@ctx/trimmer', 'patch')).toEqual(['@ctx/trimmer']);
  });

  it('releases a new feature of the contract without its dependents', async () => {
    expect(await raisedBy('@ctx/contract', 'minor')).toEqual(['@ctx/contract']);
  });

  it('releases the dependents of a broken contract, but never a private package', async () => {
    const raised = await raisedBy('@ctx/contract', 'major');
    expect(raised).toEqual(expect.arrayContaining(['@ctx/assembler-gemini', '@ctx/contract', '@ctx/core']));
    expect(raised).not.toContain('@ctx/assembler-template');
  });
});
