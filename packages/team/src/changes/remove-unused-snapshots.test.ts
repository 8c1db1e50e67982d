import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord } from '@ctx/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createFileCatalog } from '../session/file-catalog.ts';
import { createFileStore } from '../session/file-store.ts';
import { removeTemporaryFolders, repositoryIn, temporaryFolder, WHOLE_TURN } from './__fixtures__/repository.ts';
import { createChangeRecorder } from './change-recorder.ts';
import { removeUnusedSnapshots } from './remove-unused-snapshots.ts';

afterEach(removeTemporaryFolders);

/** A work tree with the given sessions, each of which has recorded one turn there. */
async function treeWithSessions(...sessions: string[]) {
  const top = temporaryFolder();
  const repository = repositoryIn(top);
  const [folder, directory] = [join(top, '.ctx/changes'), join(top, '.ctx/sessions')];
  const recorder = createChangeRecorder({ folder, userFolder: join(top, '.ctx/user') });
  for (const sessionId of sessions) {
    const recording = await recorder.begin({ id: 'turn-1', sessionId }, top);
    repository.write('a.txt', sessionId);
    const changes = await recording.end(WHOLE_TURN);
    const speaker = { roleId: 'a', roleName: 'A', type: 'human' } as const;
    const records: SessionRecord[] = [
      { type: 'session-start', version: 2, sessionId, team: 't', at: 1 },
      { type: 'message', message: { id: 'msg-1', content: 'Hi', speaker }, at: 1 },
      { type: 'turn-end', turn: 'turn-1', member: 'm', status: 'completed', durationMs: 1, changes, at: 2 },
    ];
    const store = await createFileStore({ sessionId, directory });
    await store.append(records, { expectedSeq: 0, operationId: '1' });
    await store.close();
  }
  const catalog = createFileCatalog({ directory });
  const remove = async (sessionId: string) => {
    await catalog.remove(sessionId);
    await removeUnusedSnapshots(folder, catalog);
  };
  const isKept = () => readdirSync(folder).length > 0;
  return { remove, isKept, folder, catalog };
}

describe('removing unused snapshots', () => {
  it('touches nothing else in the folder', async () => {
    const { remove, folder } = await treeWithSessions('session-1');
    mkdirSync(join(folder, '1.2-notes'));
    await remove('session-1');
    expect(readdirSync(folder)).toEqual(['1.2-notes']);
  });

  it('keeps them while a remaining session needs them, and removes them with the last one', async () => {
    const { remove, isKept } = await treeWithSessions('session-1', 'session-2');
    await remove('session-1');
    expect(isKept()).toBe(true);
    await remove('session-2');
    expect(isKept()).toBe(false);
  });

  it('does nothing when there are none', async () => {
    const { folder, catalog } = await treeWithSessions();
    await removeUnusedSnapshots(folder, catalog);
    expect(existsSync(folder)).toBe(false);
  });
});
