import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord, SessionStore, StoredRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createFileCatalog } from './file-catalog.ts';
import { createFileStore, sessionPath } from './file-store.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-store-'));

const task = (text: string): SessionRecord => ({ type: 'task', task: text, at: 1 });

async function all(records: AsyncIterable<StoredRecord>): Promise<StoredRecord[]> {
  const collected: StoredRecord[] = [];
  for await (const record of records) collected.push(record);
  return collected;
}

async function stored(directory: string): Promise<StoredRecord[]> {
  const store = await createFileCatalog({ directory }).open('s');
  const records = await all(store.read());
  await store.close();
  return records;
}

const tasks = async (store: SessionStore) =>
  (await all(store.read())).map(({ record }) => (record.type === 'task' ? record.task : record.type));

async function filled(texts: readonly string[]): Promise<{ directory: string; path: string }> {
  const directory = await temporary();
  const store = await createFileStore({ sessionId: 's', directory });
  for (const [index, text] of texts.entries()) {
    await store.append([task(text)], { expectedSeq: index, operationId: `op-${index}` });
  }
  await store.close();
  return { directory, path: store.path };
}

describe('the file store', () => {
  it('writes one line for each append, readable by its owner only, and leaves no lock behind', async () => {
    const { directory, path } = await filled(['a', 'b']);
    const lines = (await readFile(path, 'utf8')).split('\n');
    expect(lines).toHaveLength(3);
    const sum = expect.stringMatching(/^[0-9a-f]{8}$/);
    expect(JSON.parse(lines[1]!)).toEqual({ seq: 2, operationId: 'op-1', records: [task('b')], sum });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['s.jsonl']);
  });

  it('creates its folder with access for its owner only', async () => {
    const directory = join(await temporary(), 'deep', 'sessions');
    await (await createFileStore({ sessionId: 's', directory })).close();
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it('continues an existing log, and still knows its operation ids', async () => {
    const { directory } = await filled(['a', 'b']);
    const store = await createFileStore({ sessionId: 's', directory });
    expect(store.notes).toEqual([]);
    expect(await store.append([task('again')], { expectedSeq: 0, operationId: 'op-0' })).toEqual({ seq: 1 });
    expect(await store.append([task('c')], { expectedSeq: 2, operationId: 'op-2' })).toEqual({ seq: 3 });
    expect(await tasks(store)).toEqual(['a', 'b', 'c']);
    await store.close();
  });

  it('runs simultaneous appends one after the other', async () => {
    const { directory } = await filled([]);
    const store = await createFileStore({ sessionId: 's', directory });
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => store.append([task(`${n}`)], { expectedSeq: n, operationId: `${n}` })),
    );
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await tasks(store)).toEqual(['0', '1', '2', '3', '4']);
    await store.close();
  });

  it('reads lines longer than its buffer, and characters split between two buffers', async () => {
    const text = '€𝄞'.repeat(150_000);
    const { directory } = await filled([text, 'b']);
    const store = await createFileStore({ sessionId: 's', directory });
    expect(await tasks(store)).toEqual([text, 'b']);
    await store.close();
  });

  it('notices a program that writes without taking the lock', async () => {
    const { directory, path } = await filled(['a']);
    const store = await createFileStore({ sessionId: 's', directory });
    await writeFile(path, 'x', { flag: 'a' });
    await expect(store.append([task('b')], { expectedSeq: 1, operationId: 'op' })).rejects.toMatchObject({
      code: 'CTX_STORE_CONFLICT',
    });
    await store.close();
  });

  it.each(['../escape', '', '.hidden', 'a/b', 'a\\b', 'x'.repeat(101)])('refuses the session id %j', (id) => {
    expect(() => sessionPath(id)).toThrow(TypeError);
  });
});

describe('a log with an incomplete last line', () => {
  it('loses only that line, says so, and can be continued, wherever the line was cut', async () => {
    const { directory, path } = await filled(['a', 'b', 'ç𝄞']);
    const whole = await readFile(path);
    const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (let length = lastLine; length <= whole.length; length++) {
      await writeFile(path, whole.subarray(0, length));
      const store = await createFileStore({ sessionId: 's', directory });
      // The line counts if only its newline is missing.
      const complete = length >= whole.length - 1;
      expect(await tasks(store)).toEqual(complete ? ['a', 'b', 'ç𝄞'] : ['a', 'b']);
      const torn = length - lastLine;
      const aside = `${path}.torn-1`;
      const note = `The last line of ${path} is incomplete; its ${torn} bytes are now in ${aside}.`;
      expect(store.notes).toEqual(complete || torn === 0 ? [] : [note]);
      if (store.notes.length > 0) {
        expect(await readFile(aside)).toEqual(whole.subarray(lastLine, length));
        await rm(aside);
      }
      const seq = complete ? 3 : 2;
      expect(await store.append([task('d')], { expectedSeq: seq, operationId: 'd' })).toEqual({ seq: seq + 1 });
      await store.close();
      const again = await stored(directory);
      expect(again.map((record) => record.seq)).toEqual(Array.from({ length: seq + 1 }, (_, n) => n + 1));
    }
  }, 120_000);

  it('is read without that line, and is not changed by reading', async () => {
    const { directory, path } = await filled(['a', 'b']);
    const { size } = await stat(path);
    await truncate(path, size - 5);
    expect(await stored(directory)).toHaveLength(1);
    expect((await stat(path)).size).toBe(size - 5);
  });

  it('may end in zeros, as after a power cut', async () => {
    const { directory, path } = await filled(['a']);
    await writeFile(path, Buffer.alloc(4096), { flag: 'a' });
    const store = await createFileStore({ sessionId: 's', directory });
    expect(await tasks(store)).toEqual(['a']);
    expect(store.notes[0]).toContain('its 4096 bytes are now in');
    await store.close();
  });
});
