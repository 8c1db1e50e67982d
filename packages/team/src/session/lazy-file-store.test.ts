import { mkdtemp, readdir, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createFileStore, type FileStoreOptions } from './file-store.ts';
import { createLazyFileStore } from './lazy-file-store.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-lazy-'));

const task: SessionRecord = { type: 'task', task: 'Ship it', at: 1 };

describe('a lazy file store', () => {
  it('that is never used leaves no file, and can be closed', async () => {
    const directory = join(await temporary(), 'sessions');
    const store = createLazyFileStore({ sessionId: 's', directory });
    expect(store.sessionId).toBe('s');
    expect(store.notes).toBeUndefined();
    await store.close();
    expect(await readdir(join(directory, '..'))).toEqual([]);
  });

  it('opens the file on first use, only once, and closes it', async () => {
    const directory = await temporary();
    const store = createLazyFileStore({ sessionId: 's', directory });
    const { epoch } = await store.claim!('me', 1_000);
    expect(await store.append([task], { expectedSeq: 0, operationId: 'op', epoch })).toEqual({ seq: 1 });
    expect(await readdir(directory)).toEqual(['s.jsonl', 's.jsonl.lock']);
    const read: unknown[] = [];
    for await (const { record } of store.read()) read.push(record);
    expect(read).toEqual([task]);
    for await (const stored of store.read(2)) read.push(stored);
    expect(read).toHaveLength(1);
    await store.close();
    expect(await readdir(directory)).toEqual(['s.jsonl']);
  });

  it('has the notes of the file once it is open', async () => {
    const directory = await temporary();
    const first = await createFileStore({ sessionId: 's', directory });
    await first.append([task], { expectedSeq: 0, operationId: 'op' });
    await first.close();
    await truncate(first.path, 30);
    const store = createLazyFileStore({ sessionId: 's', directory });
    for await (const _ of store.read());
    expect(store.notes).toEqual([expect.stringContaining('its 30 bytes are now in')]);
    await store.close();
  });

  it('fails on use if the file cannot be opened, and can still be closed', async () => {
    const directory = await temporary();
    await writeFile(join(directory, 's.jsonl'), 'Dear diary');
    const store = createLazyFileStore({ sessionId: 's', directory });
    await expect(store.claim!('me', 1_000)).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    await store.close();
    expect(await readdir(directory)).toEqual(['s.jsonl']);
  });

  it('refuses an unknown option at once', () => {
    const options = { sessionId: 's', folder: '/' } as FileStoreOptions;
    expect(() => createLazyFileStore(options)).toThrow(new TypeError('Unknown option "folder"'));
  });
});
