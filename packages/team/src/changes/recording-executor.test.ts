import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { teamOf } from '../__fixtures__/team-of.ts';
import { removeTemporaryFolders, repositoryIn, temporaryFolder } from './__fixtures__/repository.ts';
import { createRecordingExecutor } from './recording-executor.ts';

afterEach(removeTemporaryFolders);

function recordingIn(run: (turn: AgentTurn) => AsyncIterable<AgentEvent>) {
  const top = temporaryFolder();
  repositoryIn(top).write('a.txt', 'one\n');
  const executor: TurnExecutor = { promptFormat: 'chunks', run };
  const team = teamOf(['sarah']);
  const members = team.members.map((member) =>
    member.type === 'ai' ? { ...member, permissions: 'edit' as const } : member,
  );
  const options = {
    team: { ...team, members },
    cwd: top,
    folder: join(top, '.ctx/changes'),
    userFolder: join(top, '.ctx/u'),
  };
  return { top, executor: createRecordingExecutor(executor, options) };
}

const TURN: AgentTurn = {
  id: 'turn-1',
  sessionId: 's',
  member: 'sarah',
  call: 'c',
  replyTo: 'm',
  upTo: 'm',
  prompt: '',
};

async function resultOf(executor: TurnExecutor): Promise<TurnResult | undefined> {
  for await (const event of executor.run(TURN, { signal: new AbortController().signal })) {
    if (event.type === 'turn-end') return event.result;
  }
  return undefined;
}

describe('an executor that records changes', () => {
  it.each(['completed', 'failed', 'cancelled', 'timed-out'] as const)(
    'reports the changes of a turn with status %s',
    async (status) => {
      const { top, executor } = recordingIn(async function* () {
        yield { type: 'tool-call', id: 't1', name: 'Write', input: { file_path: 'a.txt' } };
        writeFileSync(join(top, 'a.txt'), 'two\n');
        writeFileSync(join(top, 'b.txt'), 'saved by a person\n');
        yield { type: 'tool-result', id: 't1', output: '', isError: false };
        yield { type: 'turn-end', result: { status, text: '' } };
      });
      expect(await resultOf(executor)).toMatchObject({
        status,
        changes: {
          files: [{ path: 'a.txt', status: 'modified' }],
          meanwhile: { files: [{ path: 'b.txt', status: 'added' }] },
        },
      });
      expect(executor.promptFormat).toBe('chunks');
    },
  );

  it('no longer counts a turn as running when its events are not read to the end', async () => {
    const { executor } = recordingIn(async function* () {
      yield { type: 'text', text: 'x' };
      yield { type: 'turn-end', result: { status: 'completed', text: '' } };
    });
    for await (const event of executor.run(TURN, { signal: new AbortController().signal })) if (event) break;
    expect((await resultOf(executor))?.changes).not.toHaveProperty('sharedWith');
  });
});
