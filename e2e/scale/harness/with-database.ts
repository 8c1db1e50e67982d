import { type Database, type DatabaseOptions, openDatabase, setUpDatabase } from '@ctx/store-postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import { createPostgres, type PostgresServer } from './postgres-server.mjs';

/** A Postgres server for the tests of one file, and its databases. */
interface TestDatabases {
  server(): PostgresServer;
  /** Creates a database with the schema of ctx. It is closed after the tests. */
  fresh(options?: Partial<DatabaseOptions>): Promise<Database>;
  /** Opens a database. It is closed after the tests. */
  open(options: DatabaseOptions): Database;
}

/** Starts a server before the tests of a file and removes it after them. */
export function withDatabases(): TestDatabases {
  let server: PostgresServer;
  const opened: Database[] = [];
  beforeAll(async () => {
    server = await createPostgres(inject('engines'), { execute });
  });
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await server?.remove();
  });
  const open = (options: DatabaseOptions) => {
    const database = openDatabase(options);
    opened.push(database);
    return database;
  };
  return {
    server: () => server,
    open,
    async fresh(options = {}) {
      const database = open({ url: await server.newDatabase(), ...options });
      await setUpDatabase(database);
      return database;
    },
  };
}

/** Runs one statement on a new connection. */
export async function execute(url: string, statement: string): Promise<void> {
  const database = openDatabase({ url, retryMs: 0 });
  await database.query(statement).finally(() => database.close());
}
