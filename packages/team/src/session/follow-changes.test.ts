import { appendFile, mkdtemp, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredRecord } from '@ctx/contract';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFilesIn } from './__fixtures__/open-files.ts';
import { followLog } from './follow-log.ts';
import { formatLine } from './log-line.ts';
import { openLogFile } from './open-log-file.ts';
import { watchFolder } from './watch-folder.ts';

// Other test files share this process: load the modules again, with the spies, and once more without them afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// Here the test says when the folder has changed, so that the follower looks at the log at known moments only.
vi.mock('./watch-folder.ts', () => ({ watchFolder: vi.fn() }));
vi.mock('./open-log-file.ts', { spy: true });
vi.mock('node:fs/promises', { spy: true });

const line = (seq: number, text = `${seq}`) =>
  formatLine({ seq, operationId: `op-${seq}`, records: [{ type: 'task', task: text, at: 1 }] });

let changes: { close: ReturnType<typeof vi.fn>; waiting: Promise<void>; report: () => void };
beforeEach(() => {
  vi.mocked(openLogFile).mockClear();
  const close = vi.fn();
  changes = { close, waiting: Promise.resolve(), report: () => {} };
  let onWait = () => {};
  const expectWait = () => {
    changes.waiting = new Promise((resolve) => {
      onWait = resolve;
    });
  };
  expectWait();
  vi.mocked(watchFolder).mockReturnValue({
    close,
    next: () => {
      onWait();
      return new Promise((resolve) => {
        changes.report = () => {
          expectWait();
          resolve();
        };
      });
    },
  });
});

async function followed(content: Uint8Array, fromSeq = 1) {
  const folder = await mkdtemp(join(tmpdir(), 'ctx-follow-'));
  const path = join(folder, 's.jsonl');
  await writeFile(path, content);
  const abort = new AbortController();
  const records = followLog(path, fromSeq, abort.signal);
  const seqOf = async () => ((await records.next()).value as StoredRecord | undefined)?.seq;
  return { folder, path, abort, records, seqOf };
}

describe('a follower', () => {
  it('waits for a change when it has read everything', async () => {
    const { path, abort, seqOf } = await followed(line(1));
    expect(await seqOf()).toBe(1);
    const second = seqOf();
    await changes.waiting;
    await appendFile(path, line(2));
    changes.report();
    expect(await second).toBe(2);
    const end = seqOf();
    await changes.waiting;
    abort.abort();
    changes.report();
    expect(await end).toBeUndefined();
  });

  it('does not wait for a change if the log grew while it was being read', async () => {
    const { path, seqOf, records } = await followed(line(1));
    expect(await seqOf()).toBe(1);
    await appendFile(path, line(2));
    expect(await seqOf()).toBe(2);
    await records.return();
  });

  it('begins with the record that it is asked for, in the middle of a line too', async () => {
    const task = { type: 'task', task: 'x', at: 1 } as const;
    const { seqOf, records } = await followed(
      Buffer.concat([line(1), formatLine({ seq: 4, operationId: 'op-4', records: [task, task, task] }), line(5)]),
      3,
    );
    expect([await seqOf(), await seqOf(), await seqOf()]).toEqual([3, 4, 5]);
    await records.return();
  });

  it('reads a log that became shorter from its start, without repeating records', async () => {
    const { path, seqOf, records } = await followed(Buffer.concat([line(1), line(2)]));
    expect([await seqOf(), await seqOf()]).toEqual([1, 2]);
    const third = seqOf();
    await changes.waiting;
    await truncate(path, 0);
    changes.report();
    await changes.waiting;
    await appendFile(path, Buffer.concat([line(1, 'restored, and longer than before'), line(2), line(3)]));
    changes.report();
    expect(await third).toBe(3);
    await records.return();
  });

  it('continues in a file that replaced the log, and closes the old one', async () => {
    const { folder, path, seqOf, records } = await followed(Buffer.concat([line(1), line(2)]));
    expect([await seqOf(), await seqOf()]).toEqual([1, 2]);
    const third = seqOf();
    await changes.waiting;
    await writeFile(`${path}.copy`, Buffer.concat([line(1, 'restored'), line(2), line(3)]));
    await rename(`${path}.copy`, path);
    changes.report();
    expect(await third).toBe(3);
    expect(openFilesIn(folder).filter((file) => file !== path)).toEqual([]);
    await records.return();
    expect(openFilesIn(folder)).toEqual([]);
  });

  it('notices a replacement on another file system, where the file can have the same number', async () => {
    const { path, seqOf, records } = await followed(line(1));
    expect(await seqOf()).toBe(1);
    const second = seqOf();
    await changes.waiting;
    const here = await stat(path);
    vi.mocked(stat).mockResolvedValueOnce({ ...here, dev: here.dev + 1 } as never);
    changes.report();
    await changes.waiting;
    expect(openLogFile).toHaveBeenCalledTimes(2);
    await appendFile(path, line(2));
    changes.report();
    expect(await second).toBe(2);
    await records.return();
  });

  it('opens the log for reading only', async () => {
    const { path, seqOf, records } = await followed(line(1));
    expect(await seqOf()).toBe(1);
    const second = seqOf();
    await changes.waiting;
    await writeFile(`${path}.copy`, Buffer.concat([line(1), line(2)]));
    await rename(`${path}.copy`, path);
    changes.report();
    await second;
    expect(vi.mocked(openLogFile).mock.calls).toEqual([
      [path, 'read'],
      [path, 'read'],
    ]);
    await records.return();
  });

  it('that is stopped ends without an error, even if the log is deleted at the same time', async () => {
    const { folder, path, abort, seqOf } = await followed(Buffer.concat([line(1), line(2)]));
    expect(await seqOf()).toBe(1);
    await rm(path);
    abort.abort();
    expect(await seqOf()).toBeUndefined();
    expect(changes.close).toHaveBeenCalledOnce();
    expect(openFilesIn(folder)).toEqual([]);
  });

  it('that fails closes the log and stops watching', async () => {
    const { folder, path, seqOf } = await followed(Buffer.concat([line(1), Buffer.from('rubbish\n')]));
    expect(await seqOf()).toBe(1);
    await expect(seqOf()).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `${path}:2 is not a line of a session log.`,
    });
    expect(changes.close).toHaveBeenCalledOnce();
    expect(openFilesIn(folder)).toEqual([]);
  });

  it('of a log that does not exist fails, and watches nothing', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'ctx-follow-')), 's.jsonl');
    vi.mocked(watchFolder).mockClear();
    await expect(followLog(path, 1, new AbortController().signal).next()).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `The session log ${path} cannot be used: there is no such file.`,
    });
    expect(watchFolder).not.toHaveBeenCalled();
  });
});
