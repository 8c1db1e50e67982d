import { appendFile, mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord, SessionStore } from '@ctx/contract';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileCatalog } from './file-catalog.ts';
import { createFileStore, sessionPath } from './file-store.ts';
import { formatLine, parseLine } from './log-line.ts';
import { openLogFile } from './open-log-file.ts';

// Other test files share this process: load the modules again, with the spies, and once more without them afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The real functions, with their calls counted: checking lines and opening files is what takes time in a long log.
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

describe('opening and reading a log', () => {
  it('checks each line only once, even if the log is read in part, claimed and then read in full', async () => {
    const directory = await folderWithLog();
    vi.mocked(parseLine).mockClear();
    const store = await createFileCatalog({ directory }).open('s');
    for await (const { record } of store.read()) if (record.type === 'session-start') break;
    await store.claim!('me', 1_000);
    expect(await seqsOf(store)).toEqual(upTo(LINES));
    expect(parseLine).toHaveBeenCalledTimes(LINES);
    // The cache is empty now, and the lines are read from the file.
    expect(await seqsOf(store, LINES - 1)).toEqual([LINES - 1, LINES]);
    await store.close();
  });

  it('that is claimed opens the log for writing once, after a look at whether it is there', async () => {
    const directory = await folderWithLog();
    vi.mocked(openLogFile).mockClear();
    const store = await createFileCatalog({ directory }).open('s');
    await store.claim!('me', 1_000);
    expect(vi.mocked(openLogFile).mock.calls.map(([, mode]) => mode)).toEqual(['read', 'read', 'write']);
    await store.close();
  });

  it('reads the file again if it was written since', async () => {
    const directory = await folderWithLog();
    const store = await createFileCatalog({ directory }).open('s');
    await appendFile(sessionPath('s', directory), line(LINES + 1));
    expect(await seqsOf(store)).toEqual(upTo(LINES + 1));
    await store.close();
  });

  it('checks the file again on claim if it was changed since, and refuses a damaged one', async () => {
    const directory = await folderWithLog();
    const path = sessionPath('s', directory);
    const store = await createFileCatalog({ directory }).open('s');
    await appendFile(path, 'rubbish\n');
    const refusal = { code: 'CTX_STORE_FAILED', message: expect.stringContaining(`${path}:${LINES + 1} `) };
    await expect(store.claim!('me', 1_000)).rejects.toMatchObject(refusal);
    await store.close();
  });

  it('includes the records that the writer itself has added', async () => {
    const store = await createFileStore({ sessionId: 's', directory: await folderWithLog() });
    await store.append([task(LINES + 1)], { expectedSeq: LINES, operationId: 'more' });
    expect(await seqsOf(store)).toEqual(upTo(LINES + 1));
    await store.close();
  });
});

describe('listing sessions', () => {
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

  it('with a limit gives the newest, and opens no other log', async () => {
    const directory = await folderWithLogs();
    expect(await idsOf(directory, { limit: 1 })).toEqual(['b-2']);
    expect(openLogFile).toHaveBeenCalledTimes(1);
  });

  it('with a limit skips newer files that are not sessions', async () => {
    const directory = await folderWithLogs();
    await writeFile(join(directory, 'newer.jsonl'), 'not a log\n');
    await writeFile(join(directory, 'newest.jsonl'), '');
    expect(await idsOf(directory, { limit: 2 })).toEqual(['b-2', 'b-1']);
  });

  it('with a limit gives no more than that, if some of the newest are not sessions', async () => {
    const directory = await folderWithLogs();
    await writeFile(sessionPath('b-1', directory), 'not a log\n');
    await utimes(sessionPath('b-1', directory), 1_002, 1_002);
    expect(await idsOf(directory, { limit: 2 })).toEqual(['b-2', 'a-2']);
  });

  it('reads each log only up to its first message', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-long-'));
    const message = { id: 'msg-1', content: 'Hi.', speaker: { roleId: 'a', roleName: 'A', type: 'human' } } as const;
    const lines = [start, { type: 'message', message, at: 1 } as const, task(3), task(4)].map((record, index) =>
      formatLine({ seq: index + 1, operationId: `op-${index}`, records: [record] }),
    );
    await writeFile(sessionPath('s', directory), Buffer.concat(lines));
    expect(await createFileCatalog({ directory }).list()).toMatchObject([{ firstMessage: 'Hi.' }]);
    expect(parseLine).toHaveBeenCalledTimes(2);
  });

  it('opens logs for reading only, as does opening one of them', async () => {
    const directory = await folderWithLogs();
    await idsOf(directory);
    await (await createFileCatalog({ directory }).open('a-1')).close();
    const modes = vi.mocked(openLogFile).mock.calls.map(([, mode]) => mode);
    expect(new Set(modes)).toEqual(new Set(['read']));
  });

  it('with an id prefix gives those sessions, and opens no other log', async () => {
    const directory = await folderWithLogs();
    expect(await idsOf(directory, { idPrefix: 'a-' })).toEqual(['a-2', 'a-1']);
    expect(openLogFile).toHaveBeenCalledTimes(2);
  });

  it('without options gives all of them, newest first, and those of the same moment by id', async () => {
    const directory = await folderWithLogs();
    expect(await idsOf(directory)).toEqual(['b-2', 'b-1', 'a-2', 'a-1']);
    for (const [id, seconds] of [
      ['a-1', 3_000],
      ['a-2', 3_000],
      ['b-1', 2_000],
    ] as const) {
      await utimes(sessionPath(id, directory), seconds, seconds);
    }
    expect(await idsOf(directory)).toEqual(['a-2', 'a-1', 'b-1', 'b-2']);
  });
});
