import type { SessionRecord, SessionSelection } from '@ctx/contract';
import { createPostgresCatalog, createPostgresStore, type Database } from '@ctx/store-postgres';
import { testStore } from '@ctx/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { withDatabases } from '../harness/with-database.ts';

const databases = withDatabases();
let database: Database;
let sessions = 0;

beforeAll(async () => {
  database = await databases.fresh();
});

describe('a log in Postgres', () => {
  testStore(
    () => {
      const sessionId = `session-${++sessions}`;
      return { open: () => createPostgresStore({ database, sessionId }) };
    },
    { describe, it },
  );

  it('has every append once after the database was killed and restarted several times', async () => {
    const store = createPostgresStore({ database, sessionId: 'killed-under' });
    const count = 120;
    let written = 0;
    const writing = (async () => {
      for (let seq = 0; seq < count; seq++, written++) {
        await store.append([task(`${seq}`)], { expectedSeq: seq, operationId: `op ${seq}` });
      }
    })();
    for (let kill = 0; kill < 3; kill++) {
      await expect.poll(() => written, { interval: 1 }).toBeGreaterThanOrEqual(20 + 30 * kill);
      await databases.server().kill();
      await databases.server().start();
    }
    await writing;
    const found = [];
    for await (const { record } of store.read()) if (record.type === 'task') found.push(record.task);
    expect(found).toEqual(Array.from({ length: count }, (_, seq) => `${seq}`));
    await store.close();
  });

  it('can be followed across a crash of the database', async () => {
    const store = createPostgresStore({ database, sessionId: 'followed' });
    await store.append([task('before')], { expectedSeq: 0, operationId: 'one' });
    const abort = new AbortController();
    const seen: unknown[] = [];
    const following = (async () => {
      for await (const { record } of store.follow!(1, abort.signal)) if (record.type === 'task') seen.push(record.task);
    })();
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(['before']);
    await databases.server().kill();
    await databases.server().start();
    await store.append([task('after')], { expectedSeq: 1, operationId: 'two' });
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(['before', 'after']);
    abort.abort();
    await following;
  });
});

describe('a catalog in Postgres', () => {
  it('lists sessions with their first message, the last written one first', async () => {
    const catalog = createPostgresCatalog({ database: await databases.fresh() });
    expect(await catalog.list()).toEqual([]);
    const other = await databases.fresh();
    const listed = createPostgresCatalog({ database: other });
    for (const sessionId of ['one', 'two']) {
      const store = createPostgresStore({ database: other, sessionId });
      await store.append([start(sessionId), message('Hello\0 \ud83d there')], { expectedSeq: 0, operationId: 'a' });
      await store.close();
    }
    const found = await listed.list();
    expect(found.map(({ sessionId }) => sessionId)).toEqual(['two', 'one']);
    expect(found[0]).toMatchObject({ team: 'crew', firstMessage: 'Hello\ufffd \ufffd there' });
    expect(found[0]!.bytes).toBeGreaterThan(100);
    expect(found[0]!.updatedAt).toBeGreaterThan(Date.now() - 3_600_000);
    const idsOf = async (which: SessionSelection) => (await listed.list(which)).map(({ sessionId }) => sessionId);
    expect(await idsOf({ limit: 1 })).toEqual(['two']);
    expect(await idsOf({ idPrefix: 'on' })).toEqual(['one']);
    expect(await idsOf({ idPrefix: '_n' })).toEqual([]);
  });

  it('refuses to open or remove a session that does not exist', async () => {
    const fresh = await databases.fresh();
    const catalog = createPostgresCatalog({ database: fresh });
    await expect(catalog.open('nobody')).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    await expect(catalog.remove('nobody')).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    // A session that was only claimed, without any record, does not exist.
    await createPostgresStore({ database: fresh, sessionId: 'silent' }).claim!('me', 1_000);
    await expect(catalog.open('silent')).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
  });

  it('removes a session only when nobody has a claim on it', async () => {
    const fresh = await databases.fresh();
    const catalog = createPostgresCatalog({ database: fresh });
    const store = createPostgresStore({ database: fresh, sessionId: 'busy' });
    await store.append([start('busy')], { expectedSeq: 0, operationId: 'a' });
    await store.claim!('writer', 60_000);
    await expect(catalog.remove('busy')).rejects.toMatchObject({ code: 'CTX_STORE_LOCKED' });
    await store.claim!('writer', 0);
    await catalog.remove('busy');
    await expect(catalog.open('busy')).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    expect(await catalog.list()).toEqual([]);
  });
});

describe('a claim', () => {
  it('does not last longer if the server’s clock is set back', async () => {
    const fresh = await databases.fresh();
    const store = createPostgresStore({ database: fresh, sessionId: 'clock' });
    const { epoch } = await store.claim!('first', 30_000);
    // As if the server's clock had been an hour ahead when the claim was granted.
    await fresh.query("update ctx.sessions set owner_until = owner_until + interval '1 hour'");
    expect((await store.claim!('second', 30_000)).epoch).toBeGreaterThan(epoch);
  });
});

function task(text: string): SessionRecord {
  return { type: 'task', task: text, at: 1 };
}

function start(sessionId: string): SessionRecord {
  return { type: 'session-start', version: 2, sessionId, team: 'crew', at: 1 };
}

function message(content: string): SessionRecord {
  const speaker = { roleId: 'kim', roleName: 'Kim', roleTitle: 'Kim', type: 'human' as const };
  return { type: 'message', message: { id: 'msg-1', content, speaker, timestamp: 1 } as never, at: 1 };
}
