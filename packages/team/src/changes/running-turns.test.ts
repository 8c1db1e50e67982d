import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ownIdentity } from '../session/process-identity.ts';
import { removeTemporaryFolders, repositoryIn, temporaryFolder, WHOLE_TURN } from './__fixtures__/repository.ts';
import { createChangeRecorder } from './change-recorder.ts';
import { findWorkTree } from './find-work-tree.ts';
import { announceTurn } from './running-turns.ts';

afterEach(removeTemporaryFolders);

async function place() {
  const [top, userFolder] = [temporaryFolder(), temporaryFolder()];
  repositoryIn(top).write('a.txt', 'one\n');
  const tree = (await findWorkTree(top))!;
  const running = join(userFolder, 'running');
  return { top, userFolder, tree, running, files: () => readdirSync(running) };
}

const turn = (id: string, sessionId: string) => ({ id, sessionId });

describe('the running turns of a work tree', () => {
  it('know of each other, whoever began first, until they end; each has one private file', async () => {
    const { tree, userFolder, running, files } = await place();
    const first = await announceTurn(tree, userFolder, turn('turn-1', 'one'));
    expect(files()).toHaveLength(1);
    expect(files()[0]).toMatch(new RegExp(`^${tree.id}-`));
    expect(statSync(join(running, files()[0]!)).mode & 0o777).toBe(0o600);
    const second = await announceTurn(tree, userFolder, turn('turn-4', 'two'));
    expect(await second.others()).toMatchObject([turn('turn-1', 'one')]);
    second.leave();
    second.leave();
    // Also a turn that began and ended in the meantime has been there.
    expect(await first.others()).toEqual([turn('turn-4', 'two')]);
    first.leave();
    expect(files()).toEqual([]);
    const third = await announceTurn(tree, userFolder, turn('turn-2', 'one'));
    expect(await third.others()).toEqual([]);
  });

  it('do not know those of another tree', async () => {
    const { tree, userFolder } = await place();
    const elsewhere = await place();
    const first = await announceTurn(tree, userFolder, turn('turn-1', 'one'));
    const other = await announceTurn(elsewhere.tree, userFolder, turn('turn-1', 'two'));
    expect([...(await first.others()), ...(await other.others())]).toEqual([]);
  });

  it('do not count one whose process is gone, and remove its file; a damaged file does no harm', async () => {
    const { tree, userFolder, running, files } = await place();
    const first = await announceTurn(tree, userFolder, turn('turn-1', 'one'));
    const pid = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
    const gone = { ...turn('turn-9', 'killed'), ...ownIdentity(), pid };
    writeFileSync(join(running, `${tree.id}-gone`), `${JSON.stringify(gone)}\n`);
    writeFileSync(join(running, `${tree.id}-damaged`), '{"id":');
    const second = await announceTurn(tree, userFolder, turn('turn-2', 'one'));
    expect(await second.others()).toMatchObject([turn('turn-1', 'one')]);
    expect(files()).not.toContain(`${tree.id}-gone`);
    first.leave();
  });

  it('count one of another machine for a day', async () => {
    const { tree, userFolder, running, files } = await place();
    const announced = await announceTurn(tree, userFolder, turn('turn-1', 'one'));
    announced.leave();
    const far = { ...turn('turn-9', 'far'), ...ownIdentity(), boot: 'another', host: 'another' };
    const file = join(running, `${tree.id}-far`);
    writeFileSync(file, `${JSON.stringify(far)}\n`);
    const others = async () => {
      const next = await announceTurn(tree, userFolder, turn('turn-2', 'one'));
      next.leave();
      return next.others();
    };
    expect(await others()).toMatchObject([turn('turn-9', 'far')]);
    utimesSync(file, new Date(), new Date(Date.now() - 25 * 60 * 60 * 1_000));
    expect(await others()).toEqual([]);
    expect(files()).toEqual([]);
  });

  it('mark their changes as shared, from two recorders that know nothing of each other', async () => {
    const { top, userFolder } = await place();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(top, link);
    const recorder = () => createChangeRecorder({ folder: join(temporaryFolder(), 'changes'), userFolder });
    const mine = await recorder().begin(turn('turn-1', 'mine'), top);
    const theirs = await recorder().begin(turn('turn-7', 'theirs'), link);
    writeFileSync(join(top, 'a.txt'), 'two\n');
    expect(await theirs.end(WHOLE_TURN)).toMatchObject({ sharedWith: ['mine/turn-1'] });
    expect(await mine.end(WHOLE_TURN)).toMatchObject({ sharedWith: ['theirs/turn-7'] });
    expect(readFileSync(join(top, 'a.txt'), 'utf8')).toBe('two\n');
  });
});
