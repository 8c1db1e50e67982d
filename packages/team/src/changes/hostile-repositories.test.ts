import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { committed, listed, record, trap } from './__fixtures__/recorded-work.ts';
import { fingerprint, removeTemporaryFolders, temporaryFolder, WHOLE_TURN } from './__fixtures__/repository.ts';
import { createChangeRecorder } from './change-recorder.ts';

afterEach(removeTemporaryFolders);

describe('recording in a hostile repository', () => {
  it('runs none of its programs: no filter, monitor, hook, textconv, external diff, pager or alias', async () => {
    const repository = committed();
    const { path, hasRun } = trap(repository);
    const evil = {
      'core.fsmonitor': path,
      'core.hooksPath': join(repository.top, '.git/evil-hooks'),
      'core.pager': path,
      'core.editor': path,
      'core.sshCommand': path,
      'core.attributesFile': join(repository.top, 'attributes'),
      'diff.external': path,
      'diff.evil.textconv': path,
      'diff.evil.command': path,
      'filter.evil.clean': path,
      'filter.evil.smudge': path,
      'filter.evil.process': path,
      'filter.evil.required': 'true',
      'merge.evil.driver': path,
      'alias.add': `!${path}`,
      'alias.write-tree': `!${path}`,
      'include.path': join(repository.top, 'included'),
      'core.worktree': '/',
      'extensions.partialClone': 'origin',
      'remote.origin.url': `ext::${path}`,
      'remote.origin.promisor': 'true',
      'protocol.ext.allow': 'always',
    };
    const config = () =>
      Object.entries(evil)
        .map(([name, value]) => {
          const parts = name.split('.');
          const section = parts.length === 2 ? parts[0] : `${parts[0]} "${parts[1]}"`;
          return `[${section}]\n\t${parts.at(-1)} = "${value}"\n`;
        })
        .join('');
    const work = (content: string) => {
      repository.write('.git/config', `[core]\n\trepositoryformatversion = 0\n${config()}`);
      repository.write('included', `[filter "evil2"]\n\tclean = ${path}\n\tsmudge = ${path}\n`);
      repository.write('attributes', '* filter=evil diff=evil merge=evil\n');
      repository.write('.gitattributes', '* filter=evil diff=evil merge=evil ident text\n*.txt filter=evil2\n');
      repository.write('.git/info/attributes', '* filter=evil2 diff=evil\n');
      for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction', 'fsmonitor-watchman']) {
        repository.write(`.git/evil-hooks/${hook}`, `#!/bin/sh\n${path}\n`);
        repository.write(`.git/hooks/${hook}`, `#!/bin/sh\n${path}\n`);
        for (const folder of ['evil-hooks', 'hooks']) chmodSync(join(repository.top, '.git', folder, hook), 0o755);
      }
      repository.write('a.txt', content);
      repository.write('b.bin', new Uint8Array([0, 1, content.length]));
    };
    const first = await record(repository, () => work('two\r\n'));
    expect(first.patch).toContain('-one\n+two\r\n');
    expect(hasRun()).toBe(false);
    const second = await record(repository, () => work('three\n'));
    expect(listed(second)).toEqual([
      ['a.txt', 'modified', 1, 1],
      ['b.bin', 'modified', undefined, undefined],
    ]);
    expect(hasRun()).toBe(false);
  });

  it('sees a change that assume-unchanged or skip-worktree would hide', async () => {
    const repository = committed();
    repository.git('update-index', '--assume-unchanged', 'a.txt');
    repository.git('update-index', '--skip-worktree', 'b.txt');
    const changes = await record(repository, () => {
      repository.write('a.txt', 'two\n');
      repository.write('b.txt', 'two\n');
    });
    expect(listed(changes)).toEqual([
      ['a.txt', 'modified', 1, 1],
      ['b.txt', 'modified', 1, 1],
    ]);
  });

  it('sees a new file that a rule written into .git/info/exclude would hide', async () => {
    const repository = committed();
    const changes = await record(repository, () => {
      repository.write('.git/info/exclude', 'hidden\n');
      repository.write('hidden', 'x\n');
    });
    expect(listed(changes)).toEqual([['hidden', 'added', 1, 0]]);
  });

  it('does not write through a symbolic link placed in the snapshot folder', async () => {
    const repository = committed();
    const other = committed();
    const folder = join(repository.top, '.ctx/changes');
    const recorder = createChangeRecorder({ folder, userFolder: join(temporaryFolder(), 'user') });
    const begin = () => recorder.begin({ id: 'turn-1', sessionId: 's' }, repository.top);
    (await begin()).drop();
    const [id] = readdirSync(folder);
    rmSync(join(folder, id!), { recursive: true });
    symlinkSync(join(other.top, '.git'), join(folder, id!));
    const before = fingerprint(other.top);
    expect(await (await begin()).end(WHOLE_TURN)).toMatchObject({
      files: [],
      unknown: expect.stringContaining('is a link'),
    });
    expect(fingerprint(other.top)).toEqual(before);
  });

  it.each(['exclude', 'index'])('replaces a link in place of its own file %s', async (name) => {
    const repository = committed();
    const folder = join(repository.top, '.ctx/changes');
    const recorder = createChangeRecorder({ folder, userFolder: join(temporaryFolder(), 'user') });
    const begin = () => recorder.begin({ id: 'turn-1', sessionId: 's' }, repository.top);
    (await begin()).drop();
    const target = join(temporaryFolder(), 'target');
    writeFileSync(target, 'mine');
    const place = join(folder, readdirSync(folder)[0]!, name);
    rmSync(place);
    symlinkSync(target, place);
    repository.write('.git/info/exclude', 'rule\n');
    expect(await (await begin()).end(WHOLE_TURN)).toMatchObject({ files: [] });
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(lstatSync(place).isFile()).toBe(true);
  });

  it('ignores core.worktree, which names another folder as the work tree', async () => {
    const repository = committed();
    const other = committed();
    repository.git('config', 'core.worktree', other.top);
    const changes = await record(repository, () => {
      repository.write('a.txt', 'two\n');
      other.write('a.txt', 'other\n');
    });
    expect(changes.patch).toContain('+two');
    expect(changes.patch).not.toContain('other');
  });
});
