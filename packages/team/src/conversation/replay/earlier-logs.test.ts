import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, teamOf } from '../../__fixtures__/team-of.ts';
import { collectSession, exportMarkdown } from '../../session/export-session.ts';
import { createFileCatalog } from '../../session/file-catalog.ts';
import { createFileStore } from '../../session/file-store.ts';
import { resumeConversation } from '../resume-conversation.ts';

// Two logs of version 1. They have parallel turns, a partial answer, a failure, a refused task, a task of a human, calls
// that wait, the floor by a call and by maxTurns, and three turns that never ended. The second log begins with a snapshot
// of the first.
const LOGS = fileURLToPath(new URL('../../__fixtures__/logs', import.meta.url));

const team = teamOf(['sarah', 'max', 'gina'], { parallel: true, maxTurns: 4 }, ['alice', 'bob']);

async function resumed(sessionId: string) {
  const directory = await mkdtemp(join(tmpdir(), 'ctx-earlier-'));
  await copyFile(join(LOGS, `${sessionId}.jsonl`), join(directory, `${sessionId}.jsonl`));
  const store = await createFileStore({ sessionId, directory });
  const { executor, turns } = scriptedExecutor({ sarah: () => 'Sarah.', max: () => 'Max.', gina: () => 'Gina.' });
  const context = quietContext();
  const conversation = await resumeConversation({ team, context, executor, store });
  return { conversation, context, store, turns, directory };
}

describe('a log that an earlier version wrote', () => {
  it('can be read, with its messages and the outcome of each turn', async () => {
    const log = await createFileCatalog({ directory: LOGS }).open('version-1');
    const session = await collectSession(log.read());
    await log.close();
    const { task, messages, turns } = session;
    expect(task).toBe('Mend the build, and say why it broke.');
    expect(messages).toHaveLength(16);
    expect(turns.map(({ turn, member, status }) => `${turn} ${member} ${status}`).slice(0, 4)).toEqual([
      'turn-1 sarah completed',
      'turn-2 max timed-out',
      'turn-3 max completed',
      'turn-4 gina failed',
    ]);
    expect(turns[2]).toMatchObject({ usage: { inputTokens: 812 }, costUsd: 0.0123, receipt: { usedBytes: 202 } });
    const markdown = exportMarkdown(session);
    expect(markdown).toMatch(/^## Max.*incomplete.*\n\nI was about to \\\[NEXT: gina\\\] say$/m);
    expect((await createFileCatalog({ directory: LOGS }).list()).map(({ sessionId }) => sessionId).sort()).toEqual([
      'version-1',
      'version-1-from-snapshot',
    ]);
  });

  it('can be resumed; first its cut-off turns run, with the messages they could see, then the waiting calls', async () => {
    const { conversation, context, store, turns } = await resumed('version-1');
    expect(store.notes).toMatchObject([expect.stringContaining('cannot be checked for damage')]);
    expect(conversation.sessionId).toBe('version-1');
    expect(context.getTeamTask()).toBe('Mend the build, and say why it broke.');
    expect(conversation.status()).toMatchObject({ state: 'resting', turnsSinceHuman: 0, floor: undefined });
    expect(conversation.status().waiting.map(({ id, member }) => `${id} ${member}`)).toEqual([
      'call-16 max',
      'call-15 gina',
      'call-17 sarah',
      'call-8 sarah',
      'call-11 sarah',
    ]);
    conversation.proceed();
    await conversation.idle();
    expect(turns.map(({ id, member, replyTo, upTo }) => `${id} ${member} ${replyTo} ${upTo}`)).toEqual([
      'turn-12 max msg-16 msg-16',
      'turn-13 gina msg-16 msg-16',
      'turn-14 sarah msg-16 msg-16',
      'turn-15 sarah msg-8 msg-19',
    ]);
    expect(conversation.status().floor).toMatchObject({ member: 'alice', reason: 'max-turns' });
    const said = await conversation.send('Enough. [DROP: ALL]', { from: 'bob' });
    expect(said.id).toBe('msg-21');
    await conversation.idle();
    await conversation.close();
  });

  it('can be resumed from its snapshot', async () => {
    const { conversation, turns } = await resumed('version-1-from-snapshot');
    expect(conversation.messages()).toHaveLength(17);
    expect(conversation.status()).toMatchObject({ waiting: [], floor: { member: 'alice', reason: 'queue-empty' } });
    await conversation.send('Once more.', { to: ['max'] });
    await conversation.idle();
    expect(turns.map(({ id, member }) => `${id} ${member}`)).toEqual(['turn-15 max']);
    await conversation.close();
  });
});
