import { appendFile, type FileHandle, mkdtemp, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CtxError, type SessionRecord } from '@ctx/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileError, fileHandlePrototype } from './__fixtures__/file-handle.ts';
import { openFilesIn } from './__fixtures__/open-files.ts';
import { createFileStore, type FileStoreOptions, sessionPath } from './file-store.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-append-'));

const task = (text: string): SessionRecord => ({ type: 'task', task: text, at: 1 });
const message: SessionRecord = {
  type: 'message',
  message: { id: 'msg-1', content: 'Hi.', speaker: { roleId: 'a', roleName: 'A', type: 'human' } },
  at: 1,
};
const turnEnd: SessionRecord = {
  type: 'turn-end',
  turn: 'turn-1',
  member: 'a',
  status: 'completed',
  durationMs: 1,
  at: 1,
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an append', () => {
  it.each<[string, string, SessionRecord[], number]>([
    ['a message', 'at once', [message], 1],
    ['the end of a turn', 'at once', [turnEnd], 1],
    ['a message among others', 'at once', [task('a'), message], 1],
    ['a task', 'together with a later one', [task('a')], 0],
  ])('of %s is synced to disk %s', async (_what, _when, records, syncs) => {
    const store = await createFileStore({ sessionId: 's', directory: await temporary() });
    const datasync = vi.spyOn(await fileHandlePrototype(), 'datasync');
    await store.append(records, { expectedSeq: 0, operationId: 'op' });
    expect(datasync).toHaveBeenCalledTimes(syncs);
    await store.close();
  });

  it('that cannot be synced leaves nothing in the log', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await temporary() });
    vi.spyOn(await fileHandlePrototype(), 'datasync').mockRejectedValueOnce(fileError('EIO'));
    const append = { expectedSeq: 0, operationId: 'op' };
    await expect(store.append([message], append)).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    expect(await readFile(store.path, 'utf8')).toBe('');
    expect(await store.append([message], append)).toEqual({ seq: 1 });
    await store.close();
  });

  it('of no records writes nothing', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await temporary() });
    expect(await store.append([], { expectedSeq: 0, operationId: 'op' })).toEqual({ seq: 0 });
    expect(await readFile(store.path, 'utf8')).toBe('');
    await store.close();
  });

  it('is whole even if the system writes only a few bytes at a time', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await temporary() });
    await store.append([task('first')], { expectedSeq: 0, operationId: 'op-1' });
    const prototype = (await fileHandlePrototype()) as { write(...args: unknown[]): unknown };
    const { write } = prototype;
    vi.spyOn(prototype, 'write').mockImplementation(function (this: unknown, bytes, offset, length, position) {
      if ((length as number) > (bytes as Buffer).length - (offset as number)) throw new RangeError('length');
      return write.call(this, bytes, offset, Math.min(7, length as number), position);
    });
    await store.append([task('second')], { expectedSeq: 1, operationId: 'op-2' });
    const read: SessionRecord[] = [];
    for await (const { record } of store.read()) read.push(record);
    expect(read).toEqual([task('first'), task('second')]);
    await store.close();
  });

  it('is refused if another program has changed the file, with both sizes', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await temporary() });
    await appendFile(store.path, 'xyz');
    await expect(store.append([message], { expectedSeq: 0, operationId: 'op' })).rejects.toThrow(
      new CtxError(
        'CTX_STORE_CONFLICT',
        `Another program has changed ${store.path}: it has 3 bytes instead of 0. Resume the session.`,
      ),
    );
    await store.close();
  });

  it('is refused when the store is closed', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await temporary() });
    await store.close();
    await expect(store.append([message], { expectedSeq: 0, operationId: 'op' })).rejects.toThrow(
      new CtxError('CTX_STORE_FAILED', `${store.path} is closed.`),
    );
  });

  it('of a record that is not JSON is refused with the reason', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await temporary() });
    const wrong = { type: 'task', task: 'x', at: 1n } as unknown as SessionRecord;
    await expect(store.append([wrong], { expectedSeq: 0, operationId: 'op' })).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: expect.stringContaining('BigInt'),
    });
    await store.close();
  });

  it('signs the start of a session, and no other record', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await temporary(), key: Buffer.alloc(32) });
    const start: SessionRecord = { type: 'session-start', version: 2, sessionId: 's', team: 'Crew', at: 1 };
    await store.append([start, message], { expectedSeq: 0, operationId: 'op' });
    const read: SessionRecord[] = [];
    for await (const { record } of store.read()) read.push(record);
    expect(read).toEqual([{ ...start, hmac: expect.stringMatching(/^[0-9a-f]{64}$/) }, message]);
    await store.close();
  });
});

describe('opening a log', () => {
  it('is in .ctx/sessions under the working directory unless told otherwise', () => {
    expect(sessionPath('s')).toBe(join('.ctx', 'sessions', 's.jsonl'));
    expect(sessionPath('s', 'here')).toBe(join('here', 's.jsonl'));
  });

  it('refuses an unknown option, and takes all that are known', async () => {
    const directory = await temporary();
    const misspelt = { sessionId: 's', directory, crate: false } as FileStoreOptions;
    await expect(createFileStore(misspelt)).rejects.toThrow(new TypeError('Unknown option "crate"'));
    await (await createFileStore({ sessionId: 's', directory, key: Buffer.alloc(32), create: true })).close();
  });

  it('that must exist creates neither the log nor its folder', async () => {
    const outer = await temporary();
    const refused = createFileStore({ sessionId: 's', directory: join(outer, 'sessions'), create: false });
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('there is no such file') });
    expect(await readdir(outer)).toEqual([]);
  });

  it('that fails leaves neither lock nor open file', async () => {
    const directory = await temporary();
    await writeFile(sessionPath('s', directory), 'Dear diary');
    await expect(createFileStore({ sessionId: 's', directory })).rejects.toThrow('It was not touched.');
    expect(await readdir(directory)).toEqual(['s.jsonl']);
    expect(openFilesIn(directory)).toEqual([]);
  });
});

describe('a torn end', () => {
  async function tornLog(directory: string): Promise<string> {
    const store = await createFileStore({ sessionId: 's', directory });
    const { seq } = await store.append([], { expectedSeq: 0, operationId: 'none' });
    await store.append([message], { expectedSeq: seq, operationId: 'op' });
    await store.close();
    await truncate(store.path, 40);
    return store.path;
  }

  it('is kept in a file of its own each time', async () => {
    const directory = await temporary();
    for (const number of [1, 2, 3]) {
      const path = await tornLog(directory);
      const store = await createFileStore({ sessionId: 's', directory });
      const kept = `${path}.torn-${number}`;
      expect(store.notes).toEqual([`The last line of ${path} is incomplete; its 40 bytes are now in ${kept}.`]);
      expect(await readFile(kept, 'utf8')).toMatch(/^\{"seq":1,"operationId":"op"/);
      await store.close();
    }
    expect(openFilesIn(directory)).toEqual([]);
  });

  it('stays in the log if there is no room beside it', async () => {
    const directory = await temporary();
    const path = await tornLog(directory);
    const before = await readFile(path);
    const prototype = await fileHandlePrototype();
    const { writeFile: write } = prototype;
    vi.spyOn(prototype, 'writeFile').mockImplementation(function (this: FileHandle, content) {
      if (String(content).includes('operationId')) throw fileError('ENOSPC');
      return write.call(this, content);
    });
    await expect(createFileStore({ sessionId: 's', directory })).rejects.toMatchObject({
      message: expect.stringContaining('the disk is full'),
    });
    expect(await readFile(path)).toEqual(before);
    expect((await readdir(directory)).filter((name) => name.includes('torn'))).toEqual([]);
  });
});
