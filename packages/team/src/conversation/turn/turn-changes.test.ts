import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, Permissions, SessionRecord, TurnExecutor } from '@ctx/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createLeftStore } from '../../__fixtures__/left-store.ts';
import { startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { removeTemporaryFolders, repositoryIn, temporaryFolder } from '../../changes/__fixtures__/repository.ts';
import { resumeConversation } from '../resume-conversation.ts';

afterEach(removeTemporaryFolders);

/** An agent that writes a file, and then answers, or hangs until it is killed with its host. */
function workshop({ hangs = false, git = true, permissions = 'edit' as Permissions } = {}) {
  const top = temporaryFolder();
  if (git) repositoryIn(top).write('a.txt', 'one\n');
  const home = temporaryFolder();
  const team = teamOf(['sarah']);
  const members = team.members.map((member) => (member.type === 'ai' ? { ...member, permissions } : member));
  let hung = () => {};
  const isHanging = new Promise<void>((resolve) => {
    hung = resolve;
  });
  const executor: TurnExecutor = {
    async *run(): AsyncGenerator<AgentEvent> {
      yield { type: 'tool-call', id: 't1', name: 'Edit', input: { file_path: join(top, 'a.txt') } };
      writeFileSync(join(top, 'a.txt'), 'one\ntwo\n');
      if (hangs) hung();
      if (hangs) await new Promise(() => {});
      yield { type: 'tool-result', id: 't1', output: '', isError: false };
      yield { type: 'turn-end', result: { status: 'completed', text: 'Done.' } };
    },
  };
  const changes = { cwd: top, folder: join(home, 'changes'), userFolder: join(home, 'user') };
  return { executor, team: { ...team, members }, changes, isHanging };
}

async function recordsIn(store: { read(): AsyncIterable<{ record: SessionRecord }> }): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  for await (const { record } of store.read()) records.push(record);
  return records;
}

const FILES = { files: [{ path: 'a.txt', status: 'modified', added: 1, removed: 0 }] };

describe('the changes of a turn', () => {
  it('are recorded by the conversation, and its start names the tree before it', async () => {
    const { executor, team, changes } = workshop();
    const { conversation, settle, store } = startConversation(team, executor, { changes });
    await conversation.send('Go.', { to: 'sarah' });
    await settle();
    const records = await recordsIn(store);
    const tree = expect.stringMatching(/^[0-9a-f]{40}$/);
    expect(records).toContainEqual(expect.objectContaining({ type: 'turn-start', tree }));
    const start = records.find((record) => record.type === 'turn-start');
    const end = records.find((record) => record.type === 'turn-end');
    expect(end?.changes).toMatchObject({ ...FILES, before: start?.tree });
    expect(end?.changes).not.toHaveProperty('meanwhile');
  });

  it('are not its member’s if that may only read: they are apart, and not in the line to the others', async () => {
    const { executor, team, changes } = workshop({ permissions: 'read-only' });
    const { conversation, settle, store } = startConversation(team, executor, { changes });
    await conversation.send('Go.', { to: 'sarah' });
    await settle();
    const end = (await recordsIn(store)).find((record) => record.type === 'turn-end');
    expect(end?.changes).toMatchObject({ files: [], meanwhile: FILES });
    expect(JSON.stringify(conversation.messages())).not.toContain('a.txt');
  });

  it('are known also of a turn that was cut off, and are nobody’s deeds', async () => {
    const { executor, team, changes, isHanging } = workshop({ hangs: true });
    const store = createLeftStore();
    const { conversation } = startConversation(team, executor, { changes, store });
    await conversation.send('Go.', { to: 'sarah' });
    await isHanging;
    const resumed = await resumeConversation({ team, store, executor, changes });
    resumed.proceed();
    await resumed.idle();
    const end = (await recordsIn(store)).find((record) => record.type === 'turn-end');
    expect(end).toMatchObject({ status: 'unknown', changes: { files: [], meanwhile: FILES } });
    expect(JSON.stringify(resumed.messages())).not.toContain('changed a.txt');
    expect(resumed.status().lost).toHaveLength(1);
  });

  it('are not known without git, which the end of the turn says', async () => {
    const { executor, team, changes } = workshop({ git: false });
    const { conversation, settle, ofType } = startConversation(team, executor, { changes });
    await conversation.send('Go.', { to: 'sarah' });
    await settle();
    const unknown = 'no git here (`git init` before the next turn)';
    expect(ofType('turn-end')[0]?.changes).toEqual({ files: [], unknown });
  });
});
