import { CtxError } from '@ctx/contract';
import type { Database } from '../database/database.ts';
import { MIGRATIONS } from './migrations.ts';
import { readSchemaVersion, SCHEMA_VERSION, versionProblem } from './schema-version.ts';

/** What was done to a database. */
export interface SetUpResult {
  /** The version it had; 0 when ctx was not set up in it. */
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the schema `ctx`, or takes it from an older version to this one, all or nothing. Several programs may do so at the
 * same time. The user of the database must be allowed to create schemas in it.
 * @throws CtxError `CTX_STORE_FAILED`, also for a schema of a newer version, which is left alone.
 */
export async function setUpDatabase(database: Database): Promise<SetUpResult> {
  const from = await readSchemaVersion(database);
  if (from > SCHEMA_VERSION) throw new CtxError('CTX_STORE_FAILED', versionProblem(from, database.name));
  if (from < SCHEMA_VERSION) await database.query(upgradeScript());
  return { from, to: SCHEMA_VERSION };
}

// One text of several statements is one transaction, and one round trip that may be repeated: each step looks whether it
// is still to be done.
function upgradeScript(): string {
  const steps = MIGRATIONS.map((sql, index) => {
    const version = index + 1;
    return `
  if not exists (select 1 from ctx.schema_version where version >= ${version}) then
    execute ${quoted(sql)};
    insert into ctx.schema_version (version) values (${version});
  end if;`;
  });
  return `
select pg_advisory_xact_lock(hashtext('ctx.schema_version'));
create schema if not exists ctx;
create table if not exists ctx.schema_version (version integer primary key, at timestamptz not null default clock_timestamp());
do ${quoted(`begin${steps.join('')}\nend`)};`;
}

function quoted(text: string): string {
  const tag = ['$one$', '$two$', '$three$'].find((candidate) => !text.includes(candidate))!;
  return `${tag}${text}${tag}`;
}
