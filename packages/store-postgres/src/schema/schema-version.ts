import { CtxError } from '@ctx/contract';
import type { Database } from '../database/database.ts';
import { MIGRATIONS } from './migrations.ts';

/** The version of the schema this package works with. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The schema version of a database; 0 if ctx has not been set up in it. */
export async function readSchemaVersion(database: Database): Promise<number> {
  const [found] = await database.query("select to_regclass('ctx.schema_version') is not null as there");
  if (found?.['there'] !== true) return 0;
  const [row] = await database.query('select max(version) as version from ctx.schema_version');
  return Number(row?.['version'] ?? 0);
}

/**
 * Checks that a database has the schema version of this package.
 * @throws CtxError `CTX_STORE_FAILED` if the schema is missing, older or newer; the message says what to do.
 */
export async function requireSchema(database: Database): Promise<void> {
  const version = await readSchemaVersion(database);
  if (version !== SCHEMA_VERSION) throw new CtxError('CTX_STORE_FAILED', versionProblem(version, database.name));
}

/** The message for a schema version that is not ours. It says what to do. */
export function versionProblem(version: number, name: string): string {
  const setup = 'Run as the owner of the database: ctx engine setup --engine URL';
  if (version === 0) return `The database ${name} has not been set up for ctx. ${setup}`;
  if (version < SCHEMA_VERSION) {
    return `The database ${name} has the older schema ${version}; this ctx needs ${SCHEMA_VERSION}. ${setup}`;
  }
  return `The database ${name} has the newer schema ${version}; this ctx knows ${SCHEMA_VERSION}. Update ctx here.`;
}
