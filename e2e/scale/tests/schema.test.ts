import {
  createPostgresStore,
  createRoles,
  openDatabase,
  readSchemaVersion,
  requireSchema,
  SCHEMA_VERSION,
  setUpDatabase,
} from '@ctx/store-postgres';
import { describe, expect, it } from 'vitest';
import { withDatabases } from '../harness/with-database.ts';

const databases = withDatabases();

describe('the schema', () => {
  it('is required: a missing or newer one is refused with advice', async () => {
    const database = databases.open({ url: await databases.server().newDatabase() });
    await expect(requireSchema(database)).rejects.toThrow(/has not been set up for ctx\. .*ctx engine setup/);
    expect(await setUpDatabase(database)).toEqual({ from: 0, to: SCHEMA_VERSION });
    expect(await setUpDatabase(database)).toEqual({ from: SCHEMA_VERSION, to: SCHEMA_VERSION });
    await requireSchema(database);
    await database.query('insert into ctx.schema_version (version) values ($1)', [SCHEMA_VERSION + 1]);
    await expect(requireSchema(database)).rejects.toThrow(/newer schema .* Update ctx here/);
    await expect(setUpDatabase(database)).rejects.toThrow(/newer schema/);
  });

  it('is created once by several programs at the same time', async () => {
    const url = await databases.server().newDatabase();
    const many = Array.from({ length: 6 }, () => databases.open({ url }));
    await Promise.all(many.map(setUpDatabase));
    expect(await readSchemaVersion(many[0]!)).toBe(SCHEMA_VERSION);
  });
});

describe('the roles', () => {
  it('let a coordinator write sessions, and keep a worker from reading them or inserting a turn', async () => {
    const database = await databases.fresh();
    await createRoles(database);
    await createRoles(database);
    await database.query("create user anna password 'a' in role ctx_coordinator");
    await database.query("create user bob password 'b' in role ctx_worker");
    const as = (user: string) => databases.open({ url: database.name.replace('//ctx@', `//${user}@`), retryMs: 0 });
    const [anna, bob] = [as('anna'), as('bob')];
    await requireSchema(anna);
    await requireSchema(bob);
    const store = createPostgresStore({ database: anna, sessionId: 'hers' });
    await store.claim!('anna', 1_000);
    await store.append([{ type: 'task', task: 'secret', at: 1 }], { expectedSeq: 0, operationId: 'a' });
    await expect(bob.query('select * from ctx.records')).rejects.toThrow(/may not do that; ctx engine roles/);
    await expect(
      bob.query(
        "insert into ctx.turns (session_id, turn_id, attempt, pool, member_hash) values ('s', 't', 1, 'p', 'h')",
      ),
    ).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    await expect(bob.query("update ctx.turns set member_hash = 'mine'")).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
    });
    await anna.query(
      "insert into ctx.turns (session_id, turn_id, attempt, pool, member_hash, payload) values ('s', 't', 1, 'p', 'h', '{}')",
    );
    await expect(bob.query("update ctx.turns set payload = 'another prompt'")).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
    });
    await bob.query('update ctx.turns set payload = null');
    await expect(bob.query("update ctx.turns set payload = '{}'")).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    await expect(bob.query('drop table ctx.turns')).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
  });
});

describe('a wrong address', () => {
  it('is reported in one line, without the password', async () => {
    const { port } = databases.server();
    const cases: [string, RegExp][] = [
      ['postgres://ctx:hunter2@127.0.0.1:1/x', /nothing listens there/],
      [`postgres://ctx:hunter2@127.0.0.1:${port}/nothing`, /has no such database/],
      [`postgres://nobody:hunter2@127.0.0.1:${port}/postgres`, /cannot be used/],
    ];
    for (const [url, expected] of cases) {
      const database = openDatabase({ url, retryMs: 0 });
      const error = await requireSchema(database).catch((thrown: Error) => thrown);
      await database.close();
      expect(String(error)).toMatch(expected);
      expect(String(error)).not.toContain('hunter2');
      expect(String(error)).not.toContain('\n');
    }
    expect(() => openDatabase({ url: 'mysql://root:hunter2@x/y' })).toThrow(
      /is not the address of a Postgres database/,
    );
    expect(() => openDatabase({ url: 'postgres://a:hunter2@@@:x' })).toThrow(/^(?!.*hunter2).*not the address/);
  });
});
