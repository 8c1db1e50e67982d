import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkTreeChanges } from '@ctx/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { listed } from './__fixtures__/recorded-work.ts';
import {
  fingerprint,
  type Repository,
  removeTemporaryFolders,
  repositoryIn,
  temporaryFolder,
  WHOLE_TURN,
} from './__fixtures__/repository.ts';
import { createChangeRecorder } from './change-recorder.ts';

afterEach(removeTemporaryFolders);

function recorderIn(folder: string) {
  return createChangeRecorder({ folder: join(folder, '.ctx/changes'), userFolder: join(folder, '.ctx/user') });
}

/** Records what `work` changes, and checks that recording leaves `.git` untouched, file times included. */
async function record(repository: Repository, work: () => void, cwd = repository.top): Promise<WorkTreeChanges> {
  const recorder = recorderIn(repository.top);
  const gitFolder = join(repository.top, '.git');
  let before = fingerprint(gitFolder);
  const recording = await recorder.begin({ id: 'turn-1', sessionId: 's' }, cwd);
  expect(fingerprint(gitFolder)).toEqual(before);
  work();
  before = fingerprint(gitFolder);
  const changes = await recording.end(WHOLE_TURN);
  expect(fingerprint(gitFolder)).toEqual(before);
  return changes;
}

function sample(): Repository {
  const repository = repositoryIn(join(temporaryFolder(), 'repository'));
  repository.write('a.txt', 'one\ntwo\nthree\n');
  repository.write('src/b.txt', 'b\n');
  repository.write('.gitignore', 'ignored\n*.log\n');
  repository.git('add', '-A');
  repository.git('commit', '-qm', 'first');
  return repository;
}

describe('the recorded changes of a turn', () => {
  it('list each file and have a patch; untracked files count, ignored ones do not', async () => {
    const repository = sample();
    repository.write('untracked.txt', 'old\n');
    const changes = await record(repository, () => {
      repository.write('a.txt', 'one\n2\nthree\nfour\n');
      repository.write('new/c.txt', 'c\n');
      repository.write('untracked.txt', 'new\n');
      repository.write('ignored', 'x');
      repository.write('x.log', 'x');
      unlinkSync(join(repository.top, 'src/b.txt'));
    });
    expect(listed(changes)).toEqual([
      ['a.txt', 'modified', 2, 1],
      ['new/c.txt', 'added', 1, 0],
      ['src/b.txt', 'deleted', 0, 1],
      ['untracked.txt', 'modified', 1, 1],
    ]);
    expect(changes.patch).toContain('-two\n+2\n three\n+four\n');
    expect(changes).not.toHaveProperty('patchCutBytes');
    expect(changes).not.toHaveProperty('sharedWith');
  });

  it('are empty when the turn changed nothing, even if the tree was dirty before', async () => {
    const repository = sample();
    repository.write('a.txt', 'dirty\n');
    repository.git('rm', '-q', '--cached', 'src/b.txt');
    expect(await record(repository, () => {})).toMatchObject({ files: [] });
  });

  it('are correct turn after turn with the kept index, and after that index was damaged', async () => {
    const repository = sample();
    for (const round of ['1', '2', '3']) {
      const changes = await record(repository, () => repository.write('a.txt', `${round}${round}${round}\n`));
      expect(listed(changes).map(([path]) => path)).toEqual(['a.txt']);
      expect(changes.patch).toContain(`+${round}${round}${round}`);
    }
    writeFileSync(join(repository.top, '.ctx/changes', trees(repository)[0]!, 'index'), 'damaged');
    const changes = await record(repository, () => repository.write('a.txt', '444\n'));
    expect(changes.patch).toContain('-333\n+444\n');
  });

  it('include a file that kept its size and was rewritten within the same second', async () => {
    const repository = sample();
    await record(repository, () => {});
    for (const content of ['aaa\n', 'bbb\n', 'ccc\n', 'ddd\n']) {
      const changes = await record(repository, () => repository.write('src/b.txt', content));
      expect(changes.patch).toContain(`+${content}`);
    }
  });

  it('include file modes, symbolic links, binary files, renames and unusual names', async () => {
    const repository = sample();
    repository.write('tool.sh', 'echo\n');
    repository.write('pic.png', new Uint8Array([0, 1, 2, 255]));
    symlinkSync('a.txt', join(repository.top, 'link'));
    const changes = await record(repository, () => {
      chmodSync(join(repository.top, 'tool.sh'), 0o755);
      repository.write('pic.png', new Uint8Array([0, 9, 9, 255]));
      unlinkSync(join(repository.top, 'link'));
      symlinkSync('/etc/passwd', join(repository.top, 'link'));
      renameSync(join(repository.top, 'src/b.txt'), join(repository.top, 'src/ü "b"\n.txt'));
    });
    expect(listed(changes)).toEqual([
      ['link', 'modified', 1, 1],
      ['pic.png', 'modified', undefined, undefined],
      ['src/b.txt', 'deleted', 0, 1],
      ['src/ü "b"\n.txt', 'added', 1, 0],
      ['tool.sh', 'modified', 0, 0],
    ]);
    expect(changes.patch).toContain('old mode 100644\nnew mode 100755');
    expect(changes.patch).toContain('rename from src/b.txt');
    expect(changes.patch).not.toContain('root:');
  });

  it('include a tracked file that matches an ignore rule', async () => {
    const repository = sample();
    repository.write('kept.log', 'one\n');
    repository.git('add', '-f', 'kept.log');
    repository.git('commit', '-qm', 'log');
    const changes = await record(repository, () => repository.write('kept.log', 'two\n'));
    expect(listed(changes)).toEqual([['kept.log', 'modified', 1, 1]]);
    repository.write('later.log', 'one\n');
    repository.git('add', '-f', 'later.log');
    expect(listed(await record(repository, () => repository.write('later.log', 'two\n')))).toEqual([
      ['later.log', 'modified', 1, 1],
    ]);
  });

  it('cover the whole tree when the member works in a subfolder, but never .ctx', async () => {
    const repository = sample();
    repository.write('.gitignore', '!.ctx\n');
    const changes = await record(
      repository,
      () => {
        repository.write('a.txt', 'x\n');
        repository.write('src/.ctx/sessions/x', 'x');
        repository.write('.ctx/y', 'x');
      },
      join(repository.top, 'src'),
    );
    expect(listed(changes).map(([path]) => path)).toEqual(['a.txt']);
  });

  it('have a patch of at most 256 KB in whole lines, and say how many bytes were cut', async () => {
    const repository = sample();
    const changes = await record(repository, () =>
      repository.write('long.txt', 'ü'.repeat(99).concat('\n').repeat(3_000)),
    );
    expect(Buffer.byteLength(changes.patch!)).toBeLessThanOrEqual(256 * 1024);
    expect(changes.patch!.endsWith('ü\n')).toBe(true);
    expect(Buffer.byteLength(changes.patch!) + changes.patchCutBytes!).toBeGreaterThan(3_000 * 200);
    expect(listed(changes)).toEqual([['long.txt', 'added', 3_000, 0]]);
  });

  it('list at most 1,000 files, and say how many more there are', async () => {
    const repository = sample();
    const changes = await record(repository, () => {
      for (let count = 0; count < 1_005; count++) repository.write(`many/${count}`, 'x\n');
    });
    expect([changes.files.length, changes.filesCut]).toEqual([1_000, 5]);
  });

  it('are marked as shared when turns run in one tree at the same time', async () => {
    const repository = sample();
    const recorder = recorderIn(repository.top);
    const [one, two, elsewhere] = await Promise.all([
      recorder.begin({ id: 'turn-1', sessionId: 's' }, repository.top),
      recorder.begin({ id: 'turn-2', sessionId: 's' }, join(repository.top, 'src')),
      recorder.begin({ id: 'turn-3', sessionId: 's' }, sample().top),
    ]);
    repository.write('a.txt', 'x');
    expect(await one.end(WHOLE_TURN)).toMatchObject({ sharedWith: ['turn-2'], files: [{ path: 'a.txt' }] });
    const four = await recorder.begin({ id: 'turn-4', sessionId: 'other' }, repository.top);
    expect(await two.end(WHOLE_TURN)).toMatchObject({ sharedWith: ['turn-1', 'other/turn-4'] });
    expect(await elsewhere.end(WHOLE_TURN)).not.toHaveProperty('sharedWith');
    four.drop();
    const alone = await recorder.begin({ id: 'turn-5', sessionId: 's' }, repository.top);
    expect(await alone.end(WHOLE_TURN)).not.toHaveProperty('sharedWith');
  });

  it('are unknown outside a git work tree, with the reason', async () => {
    const folder = temporaryFolder();
    const recording = await recorderIn(folder).begin({ id: 'turn-1', sessionId: 's' }, folder);
    expect(await recording.end(WHOLE_TURN)).toEqual({
      files: [],
      unknown: 'no git here (`git init` before the next turn)',
    });
    expect(existsSync(join(folder, '.ctx'))).toBe(false);
  });

  it('are unknown when git is not installed; a git program inside the tree is never run', async () => {
    const repository = sample();
    repository.write('bin/git', '#!/bin/sh\ntouch ran\n');
    chmodSync(join(repository.top, 'bin/git'), 0o755);
    const { PATH } = process.env;
    process.env['PATH'] = join(repository.top, 'bin');
    try {
      expect(await record(repository, () => {})).toEqual({ files: [], unknown: 'git was not found on PATH' });
    } finally {
      process.env['PATH'] = PATH;
    }
    expect(existsSync(join(repository.top, 'ran'))).toBe(false);
  });

  it('do not wait for a named pipe in place of a file', async () => {
    const repository = sample();
    rmSync(join(repository.top, '.git/info/exclude'));
    execFileSync('mkfifo', [join(repository.top, '.git/info/exclude'), join(repository.top, 'pipe')]);
    const recorder = recorderIn(repository.top);
    const recording = await recorder.begin({ id: 'turn-1', sessionId: 's' }, repository.top);
    repository.write('a.txt', 'x\n');
    expect(listed(await recording.end(WHOLE_TURN))).toEqual([['a.txt', 'modified', 1, 3]]);
  });
});

function trees(repository: Repository): string[] {
  return Object.keys(fingerprint(join(repository.top, '.ctx/changes')))
    .filter((path) => /^[0-9a-f]{16}\/$/.test(path))
    .map((path) => path.slice(0, -1));
}
