import { chmodSync, existsSync, rmSync, truncateSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkTreeChanges } from '@ctx/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { fingerprint, newFolder, type Repository, repositoryIn } from './__fixtures__/repository.ts';
import { createChangeRecorder } from './change-recorder.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function place(): string {
  const folder = newFolder();
  folders.push(folder);
  return folder;
}

/** Records what `work` changes in `repository`; nothing but `work` may touch anything in `watched`. */
async function record(repository: Repository, work: () => void, watched = repository.top): Promise<WorkTreeChanges> {
  const home = place();
  const recorder = createChangeRecorder({ folder: join(home, 'changes'), userFolder: join(home, 'user') });
  let before = fingerprint(watched);
  const recording = await recorder.begin({ id: 'turn-1', sessionId: 's' }, repository.top);
  expect(fingerprint(watched)).toEqual(before);
  work();
  before = fingerprint(watched);
  const changes = await recording.end();
  expect(fingerprint(watched)).toEqual(before);
  return changes;
}

function committed(init: readonly string[] = []): Repository {
  const repository = repositoryIn(join(place(), 'repository'), init);
  repository.write('a.txt', 'one\n');
  repository.write('b.txt', 'b\n');
  repository.git('add', '-A');
  repository.git('commit', '-qm', 'first');
  return repository;
}

const listed = ({ files }: WorkTreeChanges) =>
  files.map(({ path, status, added, removed }) => [path, status, added, removed]);

/** A program that leaves a mark when it is run. */
function trap(repository: Repository, name = 'trap.sh'): { readonly path: string; hasRun(): boolean } {
  const path = join(repository.top, '.git', name);
  const mark = join(repository.top, '.git', `${name}-ran`);
  repository.write(`.git/${name}`, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  chmodSync(path, 0o755);
  return { path, hasRun: () => existsSync(mark) };
}

describe('changes in real repositories', () => {
  it('are told before the first commit', async () => {
    const repository = repositoryIn(join(place(), 'repository'));
    expect(listed(await record(repository, () => repository.write('a.txt', 'x\n')))).toEqual([
      ['a.txt', 'added', 1, 0],
    ]);
    expect(listed(await record(repository, () => unlinkSync(join(repository.top, 'a.txt'))))).toEqual([
      ['a.txt', 'deleted', 0, 1],
    ]);
  });

  it('are told in the middle of a merge and with a dirty index', async () => {
    const repository = committed();
    repository.git('checkout', '-qb', 'other');
    repository.write('a.txt', 'theirs\n');
    repository.git('commit', '-qam', 'theirs');
    repository.git('checkout', '-q', 'main');
    repository.write('a.txt', 'ours\n');
    repository.git('commit', '-qam', 'ours');
    expect(() => repository.git('merge', 'other')).toThrow();
    repository.write('staged.txt', 'staged\n');
    repository.git('add', 'staged.txt');
    repository.write('staged.txt', 'not staged\n');
    const changes = await record(repository, () => {
      repository.write('a.txt', 'resolved\n');
      repository.write('staged.txt', 'changed\n');
    });
    expect(listed(changes)).toEqual([
      ['a.txt', 'modified', 1, 5],
      ['staged.txt', 'modified', 1, 1],
    ]);
    expect(repository.git('status', '--porcelain')).toBe('UU a.txt\nAM staged.txt\n');
  });

  it('are told of what a member commits, resets or stashes itself', async () => {
    const repository = committed();
    repository.write('b.txt', 'dirty\n');
    const changes = await record(repository, () => {
      repository.write('a.txt', 'two\n');
      repository.git('commit', '-qm', 'by the member', 'a.txt');
      repository.git('stash', '-q');
    });
    expect(changes.patch).toContain('-one\n+two\n');
    expect(changes.patch).toContain('-dirty\n+b\n');
  });

  it('are told in a linked work tree', async () => {
    const repository = committed();
    const linked = join(repository.top, '..', 'linked');
    repository.git('worktree', 'add', '-q', linked);
    const worktree = repositoryIn(linked, false);
    const changes = await record(worktree, () => worktree.write('a.txt', 'two\n'), repository.top);
    expect(listed(changes)).toEqual([['a.txt', 'modified', 1, 1]]);
  });

  it('are told byte for byte where line ends are converted', async () => {
    const repository = committed();
    repository.write('.gitattributes', '* text=auto eol=crlf\n*.u16 working-tree-encoding=UTF-16\n*.id ident\n');
    repository.write('crlf.txt', 'a\r\nb\r\n');
    repository.write('x.id', '$Id$\n');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'text');
    rmSync(join(repository.top, 'crlf.txt'));
    repository.git('checkout', '-q', 'crlf.txt');
    expect(repository.read('crlf.txt')).toBe('a\r\nb\r\n');
    const changes = await record(repository, () => repository.write('crlf.txt', 'a\r\nc\r\n'));
    expect(listed(changes)).toEqual([['crlf.txt', 'modified', 1, 1]]);
    expect(changes.patch).toContain(' a\r\n-b\r\n+c\r\n');
    const turned = await record(repository, () => repository.write('crlf.txt', 'a\nc\n'));
    expect(listed(turned)).toEqual([['crlf.txt', 'modified', 2, 2]]);
  });

  it('are those of the content, not of the pointer, in files that a filter keeps elsewhere', async () => {
    const repository = committed();
    repository.write('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n');
    repository.git('config', 'filter.lfs.clean', "sed 's/.*/version https:\\/\\/git-lfs.github.com\\/spec\\/v1/'");
    repository.git('config', 'filter.lfs.smudge', 'cat');
    repository.write('data.bin', 'content one\n');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'lfs');
    const changes = await record(repository, () => repository.write('data.bin', 'content two\n'));
    expect(changes.patch).toContain('-content one\n+content two\n');
  });

  it('are told of a submodule that moved, and nothing is looked at in it', async () => {
    const repository = committed();
    const inner = committed();
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.top, 'sub');
    repository.git('commit', '-qm', 'sub');
    const sub = repositoryIn(join(repository.top, 'sub'), false);
    const { path, hasRun } = trap(repository);
    sub.git('config', 'core.fsmonitor', path);
    const dirty = await record(repository, () => sub.write('a.txt', 'dirty\n'));
    expect(dirty.files).toEqual([]);
    const moved = await record(repository, () => {
      sub.git('-c', 'core.fsmonitor=false', 'commit', '-qam', 'moved');
      repository.write('a.txt', 'two\n');
    });
    expect(listed(moved)).toEqual([
      ['a.txt', 'modified', 1, 1],
      ['sub', 'modified', 1, 1],
    ]);
    expect(hasRun()).toBe(false);
  });

  it('are told beside a repository in the tree that has no commit yet', async () => {
    const repository = committed();
    repositoryIn(join(repository.top, 'inner')).write('x', 'x');
    expect(listed(await record(repository, () => repository.write('a.txt', 'two\n')))).toEqual([
      ['a.txt', 'modified', 1, 1],
    ]);
  });

  it('are told with a split and with a sparse index, and with SHA-256', async () => {
    const split = committed();
    split.git('update-index', '--split-index');
    expect(listed(await record(split, () => split.write('a.txt', 'two\n')))).toEqual([['a.txt', 'modified', 1, 1]]);
    const sparse = committed();
    sparse.write('out/x.txt', 'x\n');
    sparse.write('in/y.txt', 'y\n');
    sparse.git('add', '-A');
    sparse.git('commit', '-qm', 'more');
    sparse.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
    expect(existsSync(join(sparse.top, 'out'))).toBe(false);
    expect(listed(await record(sparse, () => sparse.write('in/y.txt', 'z\n')))).toEqual([
      ['in/y.txt', 'modified', 1, 1],
    ]);
    const sha256 = committed(['--object-format=sha256']);
    const changes = await record(sha256, () => sha256.write('a.txt', 'two\n'));
    expect(changes.before).toHaveLength(64);
    expect(listed(changes)).toEqual([['a.txt', 'modified', 1, 1]]);
  });

  it('are told of a file of 100 MB', async () => {
    const repository = committed();
    repository.write('big', 'x');
    truncateSync(join(repository.top, 'big'), 100 * 1024 * 1024);
    const changes = await record(repository, () => truncateSync(join(repository.top, 'big'), 100 * 1024 * 1024 + 1));
    expect(changes.files).toEqual([{ path: 'big', status: 'modified' }]);
  }, 120_000);
});

describe('a repository that wants to be run', () => {
  it('runs nothing: no filter, monitor, hook, textconv, external diff, pager or alias', async () => {
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

  it('cannot hide a change behind assume-unchanged, skip-worktree or an index of its own', async () => {
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

  it('cannot pass off another folder as its work tree', async () => {
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
