import { appendFile, mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord, SessionStore } from '@ctx/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileCatalog } from './file-catalog.ts';
import { createFileStore, sessionPath } from './file-store.ts';
import { formatLine, parseLine } from './log-line.ts';
import { openLogFile } from './open-log-file.ts';

// The real ones, counted: what is slow about a long log is how often its lines are judged.
vi.mock('./log-line.ts', { spy: true });
vi.mock('./open-log-file.ts', { spy: true });

const LINES = 20;

const start: SessionRecord = { type: 'session-start', version: 2, sessionId: 's', team: 'Crew', at: 1 };
const task = (number: number): SessionRecord => ({ type: 'task', task: `Task ${number}`, at: number });
const line = (number: number) => formatLine({ seq: number, operationId: `op-${number}`, records: [task(number)] });

async function folderWithLog(sessionId = 's'): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ctx-once-'));
  await writeLog(directory, sessionId);
  return directory;
}

async function writeLog(directory: string, sessionId: string): Promise<void> {
  const store = await createFileStore({ sessionId, directory });
  await store.append([start], { expectedSeq: 0, operationId: 'op-1' });
  for (let seq = 1; seq < LINES; seq++) {
    await store.append([task(seq + 1)], { expectedSeq: seq, operationId: `op-${seq + 1}` });
  }
  await store.close();
}

async function seqsOf(store: SessionStore, fromSeq?: number): Promise<number[]> {
  const seqs: number[] = [];
  for await (const { seq } of store.read(fromSeq)) seqs.push(seq);
  return seqs;
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

beforeEach(() => {
  vi.clearAllMocks();
});

describe('a log that is opened and read', () => {
  it('has each of its lines judged once, also by who looks at its beginning, claims it and then reads it', async () => {
    const directory = await folderWithLog();
    vi.mocked(parseLine).mockClear();
    const store = await createFileCatalog({ directory }).open('s');
    for await (const { record } of store.read()) if (record.type === 'session-start') break;
    await store.claim!('me', 1_000);
    expect(await seqsOf(store)).toEqual(upTo(LINES));
    expect(parseLine).toHaveBeenCalledTimes(LINES);
    // Nobody holds the lines any longer, and they are there all the same.
    expect(await seqsOf(store, LINES - 1)).toEqual([LINES - 1, LINES]);
    await store.close();
  });

  it('is read anew when somebody has written it since it was opened', async () => {
    const directory = await folderWithLog();
    const store = await createFileCatalog({ directory }).open('s');
    await appendFile(sessionPath('s', directory), line(LINES + 1));
    expect(await seqsOf(store)).toEqual(upTo(LINES + 1));
    await store.close();
  });

  it('is judged anew by who claims it when it was changed since, and refused when it is damaged then', async () => {
    const directory = await folderWithLog();
    const path = sessionPath('s', directory);
    const store = await createFileCatalog({ directory }).open('s');
    await appendFile(path, 'rubbish\n');
    const refusal = { code: 'CTX_STORE_FAILED', message: expect.stringContaining(`${path}:${LINES + 1} `) };
    await expect(store.claim!('me', 1_000)).rejects.toMatchObject(refusal);
    await store.close();
  });

  it('has what its writer has added to it since', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await folderWithLog() });
    await store.append([task(LINES + 1)], { expectedSeq: LINES, operationId: 'more' });
    expect(await seqsOf(store)).toEqual(upTo(LINES + 1));
    await store.close();
  });
});

describe('some of the sessions of a folder', () => {
  const ids = ['a-1', 'a-2', 'b-1', 'b-2'];

  async function folderWithLogs(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-some-'));
    for (const [index, id] of ids.entries()) {
      await writeLog(directory, id);
      await utimes(sessionPath(id, directory), 1_000 + index, 1_000 + index);
    }
    vi.mocked(openLogFile).mockClear();
    return directory;
  }

  const idsOf = async (directory: string, which?: { idPrefix?: string; limit?: number }) =>
    (await createFileCatalog({ directory }).list(which)).map(({ sessionId }) => sessionId);

  it('are the newest, and no other log is opened', async () => {
    const directory = await folderWithLogs();
    expect(await idsOf(directory, { limit: 1 })).toEqual(['b-2']);
    expect(openLogFile).toHaveBeenCalledTimes(1);
  });

  it('are the newest of those that are sessions', async () => {
    const directory = await folderWithLogs();
    await writeFile(join(directory, 'newer.jsonl'), 'not a log\n');
    await writeFile(join(directory, 'newest.jsonl'), '');
    expect(await idsOf(directory, { limit: 2 })).toEqual(['b-2', 'b-1']);
  });

  it('are those whose id begins as it should, and no other log is opened', async () => {
    const directory = await folderWithLogs();
    expect(await idsOf(directory, { idPrefix: 'a-' })).toEqual(['a-2', 'a-1']);
    expect(openLogFile).toHaveBeenCalledTimes(2);
  });

  it('are all of them when nothing is asked for', async () => {
    expect(await idsOf(await folderWithLogs())).toEqual(['b-2', 'b-1', 'a-2', 'a-1']);
  });
});
