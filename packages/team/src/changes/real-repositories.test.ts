import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, truncateSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { committed, listed, record, trap } from './__fixtures__/recorded-work.ts';
import { removeTemporaryFolders, repositoryIn, temporaryFolder, WHOLE_TURN } from './__fixtures__/repository.ts';
import { createChangeRecorder } from './change-recorder.ts';

afterEach(removeTemporaryFolders);

describe('changes are recorded', () => {
  it('before the first commit', async () => {
    const repository = repositoryIn(join(temporaryFolder(), 'repository'));
    expect(listed(await record(repository, () => repository.write('a.txt', 'x\n')))).toEqual([
      ['a.txt', 'added', 1, 0],
    ]);
    expect(listed(await record(repository, () => unlinkSync(join(repository.top, 'a.txt'))))).toEqual([
      ['a.txt', 'deleted', 0, 1],
    ]);
  });

  it('for a file with a tab in its name, also next to a file with the name before the tab', async () => {
    const repository = committed();
    const changes = await record(repository, () => {
      repository.write('new', '1\n');
      repository.write('new\tname', '1\n2\n');
    });
    expect(listed(changes)).toEqual([
      ['new', 'added', 1, 0],
      ['new\tname', 'added', 2, 0],
    ]);
  });

  it('for a tracked file that matches an ignore rule, in turns that begin at the same time', async () => {
    const repository = committed();
    repository.write('.gitignore', '*.log\n');
    repository.write('kept.log', 'one\n');
    repository.git('add', '-f', 'kept.log', '.gitignore');
    repository.git('commit', '-qm', 'log');
    const recorder = createChangeRecorder({
      folder: join(repository.top, '.ctx/changes'),
      userFolder: join(repository.top, '.ctx/user'),
    });
    const ids = ['turn-1', 'turn-2', 'turn-3', 'turn-4'];
    const recordings = await Promise.all(ids.map((id) => recorder.begin({ id, sessionId: 's' }, repository.top)));
    repository.write('kept.log', 'two\n');
    const changes = await Promise.all(recordings.map((recording) => recording.end(WHOLE_TURN)));
    expect(changes.map(listed)).toEqual(ids.map(() => [['kept.log', 'modified', 1, 1]]));
  });

  it('in the middle of a merge and with a dirty index', async () => {
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

  it('when the member itself commits or stashes', async () => {
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

  it('in a linked work tree', async () => {
    const repository = committed();
    const linked = join(repository.top, '..', 'linked');
    repository.git('worktree', 'add', '-q', linked);
    const worktree = repositoryIn(linked, false);
    const changes = await record(worktree, () => worktree.write('a.txt', 'two\n'), repository.top);
    expect(listed(changes)).toEqual([['a.txt', 'modified', 1, 1]]);
  });

  it('byte for byte where git converts line ends', async () => {
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

  it('with the real content of files that Git LFS stores as pointers', async () => {
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

  it('for a submodule only when its commit changes, without running git inside it', async () => {
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

  it('next to a nested repository that has no commit yet', async () => {
    const repository = committed();
    repositoryIn(join(repository.top, 'inner')).write('x', 'x');
    expect(listed(await record(repository, () => repository.write('a.txt', 'two\n')))).toEqual([
      ['a.txt', 'modified', 1, 1],
    ]);
  });

  it('with a split index, a sparse index and SHA-256', async () => {
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

  it('without a copy of a tracked file that matches an ignore rule, if the repository has its content', async () => {
    const repository = committed();
    repository.write('.gitignore', '*.log\n');
    repository.write('kept.log', 'one\n');
    repository.git('add', '-f', 'kept.log', '.gitignore');
    repository.git('commit', '-qm', 'log');
    const folder = join(repository.top, '.ctx/changes');
    const recorder = createChangeRecorder({ folder, userFolder: join(repository.top, '.ctx/user') });
    const recording = await recorder.begin({ id: 'turn-1', sessionId: 's' }, repository.top);
    repository.write('kept.log', 'two\n');
    expect(listed(await recording.end(WHOLE_TURN))).toEqual([['kept.log', 'modified', 1, 1]]);
    const copies = readdirSync(folder, { recursive: true }).map((path) => String(path).replaceAll('/', ''));
    const isCopied = (text: string) => {
      const id = createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
      return copies.some((path) => path.endsWith(id));
    };
    expect([isCopied('one\n'), isCopied('two\n')]).toEqual([false, true]);
  });

  it('unless the turn leaves more than 1 GB to copy', async () => {
    const repository = committed();
    const makeLargeFile = () => {
      repository.write('data', '');
      truncateSync(join(repository.top, 'data'), 1024 ** 3 + 1);
    };
    expect(await record(repository, makeLargeFile, join(repository.top, '.git'))).toEqual({
      files: [],
      unknown: 'more than 1 GB of files is neither committed nor ignored; name them in .gitignore',
    });
  });

  it('for a file of 100 MB', async () => {
    const repository = committed();
    repository.write('big', 'x');
    truncateSync(join(repository.top, 'big'), 100 * 1024 * 1024);
    const changes = await record(repository, () => truncateSync(join(repository.top, 'big'), 100 * 1024 * 1024 + 1));
    expect(changes.files).toEqual([{ path: 'big', status: 'modified' }]);
  }, 120_000);
});
