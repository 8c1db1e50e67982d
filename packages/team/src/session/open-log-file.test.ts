import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFilesIn } from './__fixtures__/open-files.ts';
import { openLogFile } from './open-log-file.ts';

const newPath = async () => join(await mkdtemp(join(tmpdir(), 'ctx-open-')), 's.jsonl');

describe('a log file', () => {
  it('that is opened for reading cannot be written', async () => {
    const path = await newPath();
    await writeFile(path, 'abc');
    const { handle, size } = await openLogFile(path, 'read');
    expect(size).toBe(3);
    await expect(handle.write('x')).rejects.toMatchObject({ code: 'EBADF' });
    await handle.close();
  });

  it('that is opened for writing can be read too, and is not created', async () => {
    const path = await newPath();
    await expect(openLogFile(path, 'write')).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(path, 'abc');
    const { handle } = await openLogFile(path, 'write');
    expect((await handle.readFile()).toString()).toBe('abc');
    await handle.write('x', 0);
    await handle.close();
    expect(await readFile(path, 'utf8')).toBe('xbc');
  });

  it('that is created can be read by its owner only', async () => {
    const path = await newPath();
    await (await openLogFile(path, 'create')).handle.close();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is not a folder, which is then not left open', async () => {
    const path = await newPath();
    await mkdir(path);
    await expect(openLogFile(path, 'read')).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `${path} is not a regular file, so it is not a session log. It was not touched.`,
    });
    expect(openFilesIn(dirname(path))).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('is not a socket', async () => {
    const path = await newPath();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    await expect(openLogFile(path, 'read')).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `${path} is not a regular file, so it is not a session log. It was not touched.`,
    });
    await new Promise((resolve) => server.close(resolve));
  });
});
