import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord, StoredRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { openFilesIn } from './__fixtures__/open-files.ts';
import { createFileStore } from './file-store.ts';
import { repairSession } from './repair-session.ts';
import { isOwnSession, loadSessionKey } from './session-key.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-repair-'));

const start: SessionRecord = {
  type: 'session-start',
  version: 2,
  sessionId: 'one',
  team: 'Crew',
  members: [{ id: 'a', name: 'A', type: 'human' }],
  at: 5,
};
const message = (number: number): SessionRecord => ({
  type: 'message',
  message: { id: `msg-${number}`, content: `Hello ${number}.`, speaker: { roleId: 'a', roleName: 'A', type: 'human' } },
  at: 5,
});

/** A folder with a session of three lines in which some text was changed by hand. */
async function damagedSession(text: RegExp, key?: Uint8Array): Promise<{ directory: string; path: string }> {
  const directory = await temporary();
  const store = await createFileStore({ sessionId: 'one', directory, key });
  await store.append([start, message(1)], { expectedSeq: 0, operationId: '1' });
  await store.append([message(2)], { expectedSeq: 2, operationId: '2' });
  await store.append([message(3)], { expectedSeq: 3, operationId: '3' });
  await store.close();
  const log = await readFile(store.path, 'utf8');
  await writeFile(store.path, log.replace(text, 'Hallo'));
  return { directory, path: store.path };
}

async function recordsOf(sessionId: string, directory: string): Promise<StoredRecord[]> {
  const store = await createFileStore({ sessionId, directory });
  const records: StoredRecord[] = [];
  for await (const record of store.read()) records.push(record);
  await store.close();
  return records;
}

const refusal = (message: string) => ({ code: 'CTX_STORE_FAILED', message });

describe('repairSession', () => {
  it('copies the undamaged records to a new session, and leaves the damaged one unchanged', async () => {
    const key = await loadSessionKey(await temporary());
    const { directory, path } = await damagedSession(/Hello(?= 2)/, key);
    const damaged = await readFile(path, 'utf8');
    expect(await repairSession('one', { directory, key })).toEqual({
      sessionId: 'one-repaired',
      records: 3,
      team: 'Crew',
      damage: [`${path}:2 was changed after it was written: its checksum does not match.`],
    });
    expect(await readFile(path, 'utf8')).toBe(damaged);
    expect(openFilesIn(directory)).toEqual([]);
    const stored = await recordsOf('one-repaired', directory);
    const records = stored.map(({ record }) => record);
    expect(records).toMatchObject([{ ...start, sessionId: 'one-repaired' }, message(1), message(3)]);
    expect(isOwnSession(records[0] as never, key)).toBe(true);
    expect(stored[0]!.operationId).toMatch(/^repair-[0-9a-f-]{36}$/);
  });

  it('counts up if there is a repaired session already', async () => {
    const { directory } = await damagedSession(/Hello(?= 2)/);
    const ids: string[] = [];
    for (let repair = 0; repair < 3; repair++) ids.push((await repairSession('one', { directory })).sessionId);
    expect(ids).toEqual(['one-repaired', 'one-repaired-2', 'one-repaired-3']);
  });

  it('keeps the messages of a session whose start is lost, but not its team', async () => {
    const key = await loadSessionKey(await temporary());
    const { directory } = await damagedSession(/Hello(?= 1)/, key);
    expect(await repairSession('one', { directory, key })).toMatchObject({ records: 3 });
    const records = (await recordsOf('one-repaired', directory)).map(({ record }) => record);
    const at = expect.any(Number);
    expect(records).toEqual([
      { type: 'session-start', version: 2, sessionId: 'one-repaired', team: 'unknown', at },
      message(2),
      message(3),
    ]);
  });

  it('does not sign a session that was not signed', async () => {
    const key = await loadSessionKey(await temporary());
    const { directory } = await damagedSession(/Hello(?= 2)/);
    await repairSession('one', { directory, key });
    expect(await readFile(join(directory, 'one-repaired.jsonl'), 'utf8')).not.toContain('hmac');
  });

  it('refuses a session that is not damaged', async () => {
    const { directory } = await damagedSession(/nothing/);
    const refused = repairSession('one', { directory });
    await expect(refused).rejects.toMatchObject(refusal('Nothing is damaged in session one.'));
    expect(openFilesIn(directory)).toEqual([]);
  });

  it('refuses a session without an undamaged record', async () => {
    const { directory } = await damagedSession(/Hello/g);
    const refused = repairSession('one', { directory });
    await expect(refused).rejects.toMatchObject(refusal('Session one has no undamaged record.'));
  });
});
