import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionCatalog, SessionRecord, SessionStore, StoredRecord } from '@ctx/contract';
import { createFileCatalog } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { listen, visit } from '../__fixtures__/browser-like.ts';
import { holdConversation } from '../__fixtures__/held-conversation.ts';
import { watchSession } from './watched-session.ts';

async function heldLog(): Promise<{ directory: string; path: string }> {
  const { directory, say, conversation } = await holdConversation({ sarah: () => 'Hello.' });
  await say('One', 'sarah');
  await conversation.close();
  return { directory, path: join(directory, 's1.jsonl') };
}

describe('a damaged log', () => {
  it('is shown up to the damage, with a note about it', async () => {
    const { directory, path } = await heldLog();
    const lines = (await readFile(path, 'utf8')).split('\n');
    lines[1] = lines[1]!.replace('"at"', '"ta"');
    await writeFile(path, lines.join('\n'));
    const visitor = await visit(createFileCatalog({ directory }));
    const events = await listen(visitor, 's1', (heard) => heard.some(({ event }) => event === 'ready'));
    expect(events.at(-1)!.data.damage).toEqual([expect.stringContaining('s1.jsonl')]);
    expect(events[0]!.data[0]).toMatchObject({ type: 'session-start' });
    await visitor.inspector.close();
  });

  it('is reported as broken if it is deleted while a browser shows it', async () => {
    const { directory, path } = await heldLog();
    const visitor = await visit(createFileCatalog({ directory }));
    const hearing = listen(visitor, 's1', (heard) => heard.some(({ event }) => event === 'broken'));
    await listen(visitor, 's1', (heard) => heard.some(({ event }) => event === 'ready'));
    await rm(path);
    expect((await hearing).at(-1)!.data.message).not.toBe('');
    expect((await visitor.get('/api/sessions/s1/turns/turn-1')).status).toBe(404);
    await visitor.inspector.close();
  });
});

describe('a store that cannot be followed', () => {
  it('is read again every second', async () => {
    const log: StoredRecord[] = [];
    const add = (record: SessionRecord) => log.push({ seq: log.length + 1, operationId: 'x', record });
    const store: Pick<SessionStore, 'read' | 'close'> = {
      async *read(from = 1) {
        yield* log.filter(({ seq }) => seq >= from);
      },
      async close() {},
    };
    const catalog = { open: async () => store } as unknown as SessionCatalog;
    add({ type: 'task', task: 'one', at: 1 });
    const session = await watchSession(catalog, 's1');
    const changed = new Promise<void>((resolve) => {
      session.onChange(() => {
        if (session.records.length === 2) resolve();
      });
    });
    add({ type: 'task', task: 'two', at: 2 });
    await changed;
    expect(session.records.map(({ seq }) => seq)).toEqual([1, 2]);
    await session.close();
  });
});
