import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { teamOf } from './__fixtures__/team-of.ts';
import { createRecordingExecutor } from './changes/recording-executor.ts';
import { undoTurn } from './changes/undo/undo-turn.ts';
import { createConversation } from './conversation/create-conversation.ts';
import { resumeConversation } from './conversation/resume-conversation.ts';
import { createTeamContext } from './conversation/team-context.ts';
import { createLocalExecutor } from './executor/local-executor.ts';
import { followLive } from './live/follow-live.ts';
import { createLiveExecutor } from './live/live-executor.ts';
import { createFileCatalog } from './session/file-catalog.ts';
import { createFileStore } from './session/file-store.ts';
import { createLazyFileStore } from './session/lazy-file-store.ts';
import { createMemoryStore } from './session/memory-store.ts';
import { parseTeam } from './team-file/parse-team.ts';

const team = teamOf(['sarah']);
const store = createMemoryStore();
const executor = createLocalExecutor({ team });
/** As from JavaScript, where no compiler finds a misspelt name. */
const misspelt: object = { timeOut: 1 };

describe('an unknown option', () => {
  it.each<[string, () => unknown]>([
    ['createConversation', () => createConversation({ team, store, ...misspelt })],
    ['resumeConversation', () => resumeConversation({ team, store, ...misspelt })],
    ['createTeamContext', () => createTeamContext({ team, ...misspelt })],
    ['createLocalExecutor', () => createLocalExecutor({ team, ...misspelt })],
    ['createRecordingExecutor', () => createRecordingExecutor(executor, { team, ...misspelt })],
    ['createLiveExecutor', () => createLiveExecutor(executor, { ...misspelt })],
    ['createFileCatalog', () => createFileCatalog({ ...misspelt })],
    ['parseTeam', () => parseTeam('', { ...misspelt })],
    ['undoTurn', () => undoTurn({ store, turn: 'turn-1', ...misspelt })],
    ['followLive', () => followLive('s', new AbortController().signal, { ...misspelt }).next()],
    ['createLazyFileStore', () => createLazyFileStore({ sessionId: 's', ...misspelt })],
  ])('is refused by %s', async (_name, create) => {
    await expect((async () => create())()).rejects.toThrow(new TypeError('Unknown option "timeOut"'));
  });

  it('is refused by the methods of a conversation, and nothing is said', async () => {
    const conversation = createConversation({
      team,
      store: createMemoryStore(),
      executor,
      context: createTeamContext({ team }),
    });
    const refusal = new TypeError('Unknown option "timeOut"');
    await expect(conversation.send('Hello', { ...misspelt })).rejects.toThrow(refusal);
    await expect(conversation.setTask('Ship it', { ...misspelt })).rejects.toThrow(refusal);
    await expect(conversation.decide('turn-1', 'skip', { ...misspelt })).rejects.toThrow(refusal);
    expect(conversation.messages()).toEqual([]);
    await conversation.close();
  });

  it('is refused by createFileStore before it creates a file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-options-'));
    const created = createFileStore({ sessionId: 's', directory, ...misspelt });
    await expect(created).rejects.toThrow(new TypeError('Unknown option "timeOut"'));
    expect(await readdir(directory)).toEqual([]);
  });
});
