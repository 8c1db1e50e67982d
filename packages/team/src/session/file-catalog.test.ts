import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { openFilesIn } from './__fixtures__/open-files.ts';
import { createFileCatalog } from './file-catalog.ts';
import { createFileStore } from './file-store.ts';
import { formatLine } from './log-line.ts';
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

  it('lists a session once, whatever files have similar names', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    for (const name of ['one.jsonc', 'one.jsonl.torn-1', 'one-copy']) await writeFile(join(directory, name), '');
    const sessions = await createFileCatalog({ directory }).list();
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['one']);
    expect(openFilesIn(directory)).toEqual([]);
  });

  it('lists a session whose start is lost without team and start', async () => {
    const directory = await temporary();
    const lines = [message(1), message(2)].map((record, index) =>
      formatLine({ seq: index + 1, operationId: `${index}`, records: [record] }),
    );
    await writeFile(join(directory, 'one.jsonl'), Buffer.concat(lines));
    const [session] = await createFileCatalog({ directory }).list();
    expect(session).toMatchObject({ sessionId: 'one', firstMessage: 'Hello 1.' });
    expect(session).toMatchObject({ team: undefined, startedAt: undefined });
  });

  it('cannot list a folder that is a file', async () => {
    const file = join(await temporary(), 'file');
    await writeFile(file, '');
    await expect(createFileCatalog({ directory: file }).list()).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `The session log ${file} cannot be used: a part of its path is a file.`,
    });
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
    await expect(first.append([message(4)], append)).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `${join(directory, 'one.jsonl')} is open for reading. Claim it before you write.`,
    });
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

describe('an opened session', () => {
  it('says that its last line is incomplete, or perhaps still being written', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    const catalog = createFileCatalog({ directory });
    const whole = await catalog.open('one');
    expect(whole.notes).toEqual([]);
    await whole.close();
    const path = join(directory, 'one.jsonl');
    await appendFile(path, '{"seq":5');
    const torn = await catalog.open('one');
    expect(torn.notes).toEqual([`The last line of ${path} is incomplete, or is still being written.`]);
    await torn.claim!('me', 1_000);
    expect(torn.notes).toEqual([expect.stringContaining(`its 8 bytes are now in ${path}.torn-1.`)]);
    await torn.close();
    expect(openFilesIn(directory)).toEqual([]);
  });

  it('that is claimed reads what it is still writing', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    const store = await createFileCatalog({ directory }).open('one');
    await store.claim!('me', 1_000);
    const writing = store.append([message(4)], { expectedSeq: 4, operationId: 'x' });
    const seen: number[] = [];
    for await (const { seq } of store.read(4)) seen.push(seq);
    expect(seen).toEqual([4, 5]);
    await writing;
    await store.close();
  });

  it('can be closed while its claim is failing', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    const catalog = createFileCatalog({ directory });
    const [first, second] = [await catalog.open('one'), await catalog.open('one')];
    await first.claim!('me', 1_000);
    const claim = second.claim!('you', 1_000);
    await Promise.all([second.close(), expect(claim).rejects.toMatchObject({ code: 'CTX_STORE_LOCKED' })]);
    await first.close();
  });

  it('that is deleted before it is claimed is not created again', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    const store = await createFileCatalog({ directory }).open('one');
    await rm(join(directory, 'one.jsonl'));
    await expect(store.claim!('me', 1_000)).rejects.toThrow('there is no such file');
    expect(await readdir(directory)).toEqual([]);
    await store.close();
  });

  it('can be followed until the follower stops or the session is closed', async () => {
    const directory = await temporary();
    await createSession('one', directory);
    const store = await createFileCatalog({ directory }).open('one');
    const abort = new AbortController();
    const stopped = store.follow!(4, abort.signal)[Symbol.asyncIterator]();
    const closed = store.follow!(4, new AbortController().signal)[Symbol.asyncIterator]();
    expect(await stopped.next()).toMatchObject({ value: { seq: 4 } });
    expect(await closed.next()).toMatchObject({ value: { seq: 4 } });
    const [stopping, closing] = [stopped.next(), closed.next()];
    abort.abort();
    expect(await stopping).toMatchObject({ done: true });
    await store.close();
    await store.close();
    expect(await closing).toMatchObject({ done: true });
  });
});

describe('whether a session is written', () => {
  it('is known from its lock, which a process that has ended holds no longer', async () => {
    const directory = await temporary();
    const writer = await createFileStore({ sessionId: 'one', directory });
    const reader = await createFileCatalog({ directory }).open('one');
    expect(await reader.isWritten!()).toBe(true);
    const lock = join(directory, 'one.jsonl.lock');
    const held = await readFile(lock, 'utf8');
    await writer.close();
    expect(await reader.isWritten!()).toBe(false);
    await writeFile(lock, held.replace(/"pid":\d+/, '"pid":999999999'));
    expect(await reader.isWritten!()).toBe(false);
    await writeFile(lock, 'damaged, and perhaps being written');
    expect(await reader.isWritten!()).toBe(true);
    await reader.close();
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
});
