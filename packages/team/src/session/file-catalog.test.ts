import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createFileCatalog } from './file-catalog.ts';
import { createFileStore } from './file-store.ts';
import { repairSession } from './repair-session.ts';
import { isOwnSession, loadSessionKey } from './session-key.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-catalog-'));

const start = (sessionId: string): SessionRecord => ({
  type: 'session-start',
  version: 2,
  sessionId,
  team: 'Crew',
  members: [{ id: 'a', name: 'A', type: 'human' }],
  at: 5,
});
const message = (number: number): SessionRecord => ({
  type: 'message',
  message: { id: `msg-${number}`, content: `Hello ${number}.`, speaker: { roleId: 'a', roleName: 'A', type: 'human' } },
  at: 5,
});

async function createSession(sessionId: string, directory: string, key?: Uint8Array): Promise<void> {
  const store = await createFileStore({ sessionId, directory, key });
  await store.append([start(sessionId), message(1)], { expectedSeq: 0, operationId: '1' });
  await store.append([message(2)], { expectedSeq: 2, operationId: '2' });
  await store.append([message(3)], { expectedSeq: 3, operationId: '3' });
  await store.close();
}

describe('the file catalog', () => {
  it('is empty when the folder does not exist', async () => {
    expect(await createFileCatalog({ directory: join(await temporary(), 'none') }).list()).toEqual([]);
  });

  it('lists sessions with team, start and first message, and skips other files', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    await writeFile(join(directory, 'notes.txt'), '');
    await writeFile(join(directory, 'empty.jsonl'), '');
    await writeFile(join(directory, 'bad name!.jsonl'), '');
    const sessions = await createFileCatalog({ directory }).list();
    expect(sessions).toMatchObject([{ sessionId: 'one', team: 'Crew', startedAt: 5, firstMessage: 'Hello 1.' }]);
  });

  it('refuses a session that does not exist, and creates nothing', async () => {
    const directory = await temporary();
    const catalog = createFileCatalog({ directory });
    const refusal = { code: 'CTX_STORE_FAILED', message: expect.stringContaining('there is no such file') };
    await expect(catalog.open('nobody')).rejects.toMatchObject(refusal);
    await expect(catalog.remove('nobody')).rejects.toMatchObject(refusal);
    expect(await readdir(directory)).toEqual([]);
  });

  it('lets several stores read a session, but only the one that claimed it write', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    const catalog = createFileCatalog({ directory });
    const [first, second] = [await catalog.open('one'), await catalog.open('one')];
    const append = { expectedSeq: 4, operationId: 'x' };
    await expect(first.append([message(4)], append)).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    const { epoch } = await first.claim!('me', 1_000);
    await expect(second.claim!('you', 1_000)).rejects.toMatchObject({ code: 'CTX_STORE_LOCKED' });
    expect(await first.append([message(4)], { ...append, epoch })).toEqual({ seq: 5 });
    const seen: number[] = [];
    for await (const { seq } of second.read()) seen.push(seq);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    await expect(catalog.remove('one')).rejects.toMatchObject({ code: 'CTX_STORE_LOCKED' });
    await first.close();
    await second.claim!('you', 1_000);
    await second.close();
    await catalog.remove('one');
    expect(await readdir(directory)).toEqual([]);
  });

  it('removes a session together with its torn lines', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    await createSession('other', directory);
    await writeFile(join(directory, 'one.jsonl'), 'torn', { flag: 'a' });
    await (await createFileStore({ sessionId: 'one', directory })).close();
    expect((await readdir(directory)).sort()).toEqual(['one.jsonl', 'one.jsonl.torn-1', 'other.jsonl']);
    await createFileCatalog({ directory }).remove('one');
    expect(await readdir(directory)).toEqual(['other.jsonl']);
  });
});

describe('a new folder for sessions', () => {
  it('gets a .gitignore that keeps it out of commits', async () => {
    const home = await temporary();
    const directory = join(home, '.ctx', 'sessions');
    await (await createFileStore({ sessionId: 's', directory })).close();
    expect(await readFile(join(home, '.ctx', '.gitignore'), 'utf8')).toBe('*\n');
  });
});

describe('the signature of a session', () => {
  it('is made with the user’s key, and does not match a changed session or another key', async () => {
    const [directory, folder] = [await temporary(), await temporary()];
    const key = await loadSessionKey(folder);
    expect(await loadSessionKey(folder)).toEqual(key);
    await createSession('one', directory, key);
    const store = await createFileCatalog({ directory }).open('one');
    for await (const { record } of store.read()) {
      if (record.type !== 'session-start') continue;
      expect(record.hmac).toMatch(/^[0-9a-f]{64}$/);
      expect(isOwnSession(record, key)).toBe(true);
      expect(isOwnSession({ ...record, team: 'Others' }, key)).toBe(false);
      expect(isOwnSession({ ...record, members: [] }, key)).toBe(false);
      expect(isOwnSession({ ...record, hmac: undefined }, key)).toBe(false);
      expect(isOwnSession(record, await loadSessionKey(await temporary()))).toBe(false);
    }
    await store.close();
  });

  it('is refused when the key file is not valid', async () => {
    const folder = await temporary();
    await writeFile(join(folder, 'session.key'), 'short');
    await expect(loadSessionKey(folder)).rejects.toMatchObject({ message: expect.stringContaining('Delete it') });
  });
});

describe('repairSession', () => {
  it('copies the undamaged records to a new session, and leaves the damaged one unchanged', async () => {
    const [directory, key] = [await temporary(), await loadSessionKey(await temporary())];
    await createSession('one', directory, key);
    const path = join(directory, 'one.jsonl');
    const damaged = (await readFile(path, 'utf8')).replace('Hello 2.', 'Hallo 2.');
    await writeFile(path, damaged);
    const result = await repairSession('one', { directory, key });
    expect(result).toEqual({
      sessionId: 'one-repaired',
      records: 3,
      team: 'Crew',
      damage: [`${path}:2 was changed after it was written: its checksum does not match.`],
    });
    expect(await readFile(path, 'utf8')).toBe(damaged);
    const store = await createFileStore({ sessionId: 'one-repaired', directory });
    const records: SessionRecord[] = [];
    for await (const { record } of store.read()) records.push(record);
    await store.close();
    expect(records).toMatchObject([{ sessionId: 'one-repaired', team: 'Crew' }, message(1), message(3)]);
    expect(isOwnSession(records[0] as never, key)).toBe(true);
    expect((await repairSession('one', { directory })).sessionId).toBe('one-repaired-2');
  });

  it('does not sign a session that was not signed', async () => {
    const [directory, key] = [await temporary(), await loadSessionKey(await temporary())];
    await createSession('one', directory);
    const path = join(directory, 'one.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Hello 2.', 'Hallo 2.'));
    await repairSession('one', { directory, key });
    expect(await readFile(join(directory, 'one-repaired.jsonl'), 'utf8')).not.toContain('hmac');
  });

  it('refuses a session that is not damaged', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    await expect(repairSession('one', { directory })).rejects.toMatchObject({
      message: 'Nothing is damaged in session one.',
    });
  });
});
