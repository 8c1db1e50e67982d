import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionStartRecord } from '@ctx/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scriptedExecutor } from '../__fixtures__/scripted-executor.ts';
import { quietContext, teamOf } from '../__fixtures__/team-of.ts';
import { createLazyFileStore } from '../session/lazy-file-store.ts';
import { createMemoryStore } from '../session/memory-store.ts';
import { isOwnSession } from '../session/session-key.ts';
import { recordsOf } from './__fixtures__/records-of.ts';
import { createConversation } from './create-conversation.ts';
import { resumeConversation } from './resume-conversation.ts';

const team = teamOf(['a']);

afterEach(() => void vi.restoreAllMocks());

describe('a new session', () => {
  it('starts its log with its version, its team and its members', async () => {
    const store = createMemoryStore();
    const { executor } = scriptedExecutor({});
    const conversation = createConversation({ team, context: quietContext(), executor, store });
    await conversation.send('Go.');
    expect((await recordsOf(store))[0]).toMatchObject({
      type: 'session-start',
      version: 2,
      sessionId: conversation.sessionId,
      team: 'test',
      members: [
        { id: 'alice', name: 'alice', type: 'human' },
        { id: 'a', name: 'a', type: 'ai', agentType: 'claude-code' },
      ],
    });
  });

  it('in a file is signed with the given key', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-new-'));
    const key = Buffer.alloc(32, 7);
    const { executor } = scriptedExecutor({});
    const store = createLazyFileStore({ sessionId: 'marked', directory, key });
    const conversation = createConversation({ team, context: quietContext(), executor, store });
    await conversation.send('Go.');
    const [start] = await recordsOf(store);
    expect(isOwnSession(start as SessionStartRecord, key)).toBe(true);
    await conversation.close();
  });
});

describe('a clock that is set back by a day during a conversation', () => {
  it('does not disturb the conversation, its claim or its resume', async () => {
    const memory = createMemoryStore();
    const store = { ...memory, close: async () => {} };
    const { executor, turns } = scriptedExecutor({ a: () => 'A.' });
    const now = Date.now();
    let steps = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => now - 86_400_000 * steps++);
    const conversation = createConversation({ team, context: quietContext(), executor, store });
    await conversation.send('One. [NEXT: a]');
    await conversation.idle();
    await conversation.close();
    const again = await resumeConversation({ team, context: quietContext(), executor, store });
    await again.send('Two. [NEXT: a]');
    await again.idle();
    expect(turns.map(({ id }) => id)).toEqual(['turn-1', 'turn-2']);
    const ends = (await recordsOf(store)).filter((record) => record.type === 'turn-end');
    for (const { status, durationMs } of ends) {
      expect(status).toBe('completed');
      expect(durationMs).toBeGreaterThanOrEqual(0);
      expect(durationMs).toBeLessThan(60_000);
    }
  });
});
