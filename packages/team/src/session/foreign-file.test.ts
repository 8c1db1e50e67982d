import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileCatalog } from './file-catalog.ts';
import { createFileStore } from './file-store.ts';
import { formatLine } from './log-line.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-foreign-'));

const FOREIGN: readonly (readonly [string, string])[] = [
  ['JSON lines', '{"prompt":"hi"}\n{"prompt":"there"}\n'],
  ['JSON lines without an end', '{"prompt":"hi"}\n{"pro'],
  ['one unfinished line', '{"seq":"x'],
  ['text', 'Dear diary'],
  ['zeros', '\0\0\0\0'],
  ['a JSON list', '[1,2]\n'],
  ['an empty line', '\n'],
];

describe('a file of another program', () => {
  it.each(FOREIGN)('with %s is refused and not touched', async (_what, content) => {
    const directory = await temporary();
    const path = join(directory, 'history.jsonl');
    await writeFile(path, content);
    await chmod(path, 0o644);
    const refusal = { code: 'CTX_STORE_FAILED', message: expect.stringContaining('It was not touched.') };
    await expect(createFileStore({ sessionId: 'history', directory })).rejects.toMatchObject(refusal);
    await expect(createFileCatalog({ directory }).open('history')).rejects.toMatchObject(refusal);
    await expect(createFileCatalog({ directory }).remove('history')).rejects.toMatchObject(refusal);
    expect(await createFileCatalog({ directory }).list()).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe(content);
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    expect(await readdir(directory)).toEqual(['history.jsonl']);
  });

  it.each(['{"seq":1,"operationId":"x","records":[{"ty', '{"seq":1,"oper', '{"se', '{"seq":12'])(
    'is distinguished from a log whose writer was killed in its first line: %s',
    async (content) => {
      const directory = await temporary();
      await writeFile(join(directory, 's.jsonl'), content);
      const store = await createFileStore({ sessionId: 's', directory });
      expect(store.notes[0]).toContain(`its ${content.length} bytes are now in`);
      await store.close();
    },
  );
});

describe('in place of a log', () => {
  it.each([
    ['a pipe', async (path: string) => void execFileSync('mkfifo', [path])],
    ['a link to a device', (path: string) => symlink('/dev/full', path)],
    ['a folder', async (path: string) => void (await mkdir(path))],
  ])('%s is refused at once', async (_what, make) => {
    const directory = await temporary();
    await make(join(directory, 's.jsonl'));
    for (const open of [
      () => createFileStore({ sessionId: 's', directory }),
      () => createFileCatalog({ directory }).open('s'),
    ]) {
      await expect(open()).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    }
    expect(await createFileCatalog({ directory }).list()).toEqual([]);
    expect(await readdir(directory)).toEqual(['s.jsonl']);
  });

  it('a link to another log is refused, and that log is not touched', async () => {
    const [directory, elsewhere] = [await temporary(), await temporary()];
    const target = join(elsewhere, 'real.jsonl');
    const content = formatLine({ seq: 1, operationId: 'x', records: [{ type: 'task', task: 'a', at: 1 }] });
    await writeFile(target, content);
    await symlink(target, join(directory, 's.jsonl'));
    await expect(createFileStore({ sessionId: 's', directory })).rejects.toMatchObject({
      message: expect.stringContaining('is not a regular file'),
    });
    expect(await readFile(target)).toEqual(content);
  });
});
