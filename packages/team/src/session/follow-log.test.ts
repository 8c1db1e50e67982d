import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createFileStore } from './file-store.ts';
import { followLog } from './follow-log.ts';
import { formatLine } from './log-line.ts';

const task = (text: string): SessionRecord => ({ type: 'task', task: text, at: 1 });
const line = (seq: number) => formatLine({ seq, operationId: `op-${seq}`, records: [task(`${seq}`)] });

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-follow-'));

/** Follows a log in the background and collects the `seq` of each record. */
function follower(path: string) {
  const abort = new AbortController();
  const seqs: number[] = [];
  const done = (async () => {
    for await (const { seq } of followLog(path, 1, abort.signal)) seqs.push(seq);
  })();
  done.catch(() => {});
  const until = async (seq: number) => {
    const early = done.then(() => Promise.reject(new Error(`Ended before record ${seq}.`)));
    early.catch(() => {});
    while (!seqs.includes(seq)) await Promise.race([sleep(5), early]);
  };
  return { seqs, done, until, stop: () => abort.abort() };
}

describe('a follower', () => {
  it('waits for an incomplete line, and reads the line that the next writer puts in its place', async () => {
    const directory = await temporary();
    const path = join(directory, 's.jsonl');
    await writeFile(path, Buffer.concat([line(1), line(2).subarray(0, 20)]));
    const { seqs, done, until, stop } = follower(path);
    await until(1);
    const store = await createFileStore({ sessionId: 's', directory });
    await store.append([task('new')], { expectedSeq: 1, operationId: 'new' });
    await until(2);
    await store.close();
    stop();
    await done;
    expect(seqs).toEqual([1, 2]);
  });

  it('continues in a file that replaced the log, without repeating records', async () => {
    const directory = await temporary();
    const path = join(directory, 's.jsonl');
    await writeFile(path, Buffer.concat([line(1), line(2)]));
    const { seqs, done, until, stop } = follower(path);
    await until(2);
    await writeFile(`${path}.copy`, Buffer.concat([line(1), line(2), line(3)]));
    await rename(`${path}.copy`, path);
    await until(3);
    stop();
    await done;
    expect(seqs).toEqual([1, 2, 3]);
  });

  it('fails with file and line at a damaged line, and when the log is deleted', async () => {
    const directory = await temporary();
    const path = join(directory, 's.jsonl');
    await writeFile(path, line(1));
    const damaged = follower(path);
    await damaged.until(1);
    await writeFile(path, 'rubbish\n', { flag: 'a' });
    await expect(damaged.done).rejects.toThrow(`${path}:2 is not a line of a session log.`);

    await writeFile(path, line(1));
    const gone = follower(path);
    await gone.until(1);
    await rm(path);
    await expect(gone.done).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `The session log ${path} cannot be used: there is no such file.`,
    });
    expect(await readFile(path).catch(() => undefined)).toBeUndefined();
  });
});
