import { renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkTreeChanges } from '@ctx/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { committed, listed } from './__fixtures__/recorded-work.ts';
import { type Repository, removeTemporaryFolders, temporaryFolder } from './__fixtures__/repository.ts';
import { createChangeRecorder } from './change-recorder.ts';
import { NO_EVIDENCE, type TurnEvidence } from './turn-evidence.ts';

afterEach(removeTemporaryFolders);

const naming = (...paths: string[]): TurnEvidence => ({ paths: new Set(paths), commands: [] });
const running = (from: number, to: number): TurnEvidence => ({ paths: new Set(), commands: [{ from, to }] });

async function record(
  repository: Repository,
  act: () => TurnEvidence | Promise<TurnEvidence>,
  cwd = repository.top,
): Promise<WorkTreeChanges> {
  const home = temporaryFolder();
  const recorder = createChangeRecorder({ folder: join(home, 'changes'), userFolder: join(home, 'user') });
  const recording = await recorder.begin({ id: 'turn-1', sessionId: 's' }, cwd);
  return recording.end(await act());
}

const names = (changes: Pick<WorkTreeChanges, 'files'> | undefined) => changes?.files.map(({ path }) => path);

describe('a change', () => {
  it('is the member’s if an edit named the file, and somebody’s otherwise: each has files and a patch', async () => {
    const repository = committed();
    const changes = await record(repository, () => {
      repository.write('a.txt', 'one\ntwo\n');
      repository.write('b.txt', 'saved by a person\n');
      repository.write('c.txt', 'saved by a person\n');
      return naming('a.txt');
    });
    expect(listed(changes)).toEqual([['a.txt', 'modified', 1, 0]]);
    expect(changes.patch).toContain('+two');
    expect(changes.patch).not.toContain('person');
    expect(listed(changes.meanwhile!)).toEqual([
      ['b.txt', 'modified', 1, 1],
      ['c.txt', 'added', 1, 0],
    ]);
    expect(changes.meanwhile!.patch).toContain('+saved by a person');
    expect(changes.meanwhile!.patch).not.toContain('two');
  });

  it('is found by a path from the member’s folder, an absolute path, and one through a link', async () => {
    const repository = committed();
    repository.write('src/x.txt', 'x\n');
    const link = join(temporaryFolder(), 'link');
    symlinkSync(repository.top, link);
    const act = () => {
      for (const path of ['src/new/deep.txt', 'b.txt', 'a.txt']) repository.write(path, 'new\n');
      rmSync(join(repository.top, 'src/x.txt'));
      return naming('new/deep.txt', join(repository.top, 'a.txt'), join(link, 'b.txt'), 'x.txt', '/etc/passwd', '..');
    };
    const changes = await record(repository, act, join(repository.top, 'src'));
    expect(names(changes)).toEqual(['a.txt', 'b.txt', 'src/new/deep.txt', 'src/x.txt']);
    expect(changes).not.toHaveProperty('meanwhile');
  });

  it('is the member’s if it was written while a command ran, and not if before or after', async () => {
    const repository = committed();
    const changes = await record(repository, async () => {
      repository.write('a.txt', 'saved by a person\n');
      await sleep(2_500);
      const from = Date.now();
      repository.write('built.txt', 'x\n');
      // What a build says of its times does not count.
      utimesSync(join(repository.top, 'built.txt'), 1, 1);
      renameSync(join(repository.top, 'b.txt'), join(repository.top, 'moved.txt'));
      const to = Date.now();
      await sleep(2_500);
      repository.write('late.txt', 'saved by a person\n');
      return running(from, to);
    });
    expect(names(changes)).toEqual(['b.txt', 'built.txt', 'moved.txt']);
    expect(names(changes.meanwhile)).toEqual(['a.txt', 'late.txt']);
  }, 20_000);

  it('is nobody’s without evidence: also a file that is gone', async () => {
    const repository = committed();
    const changes = await record(repository, () => {
      rmSync(join(repository.top, 'b.txt'));
      return NO_EVIDENCE;
    });
    expect(names(changes)).toEqual([]);
    expect(names(changes.meanwhile)).toEqual(['b.txt']);
    expect(changes.meanwhile!.tree).toBe(changes.after);
  });

  it('may put a folder where a file was, with a file of somebody else beside it', async () => {
    const repository = committed();
    const changes = await record(repository, () => {
      rmSync(join(repository.top, 'a.txt'));
      repository.write('a.txt/inside', 'x\n');
      repository.write('b.txt', 'saved by a person\n');
      return naming('a.txt', 'a.txt/inside');
    });
    expect(names(changes)).toEqual(['a.txt', 'a.txt/inside']);
    expect(names(changes.meanwhile)).toEqual(['b.txt']);
  });
});
