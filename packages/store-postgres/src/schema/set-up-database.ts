import { CtxError } from '@ctx/contract';
import type { Database } from '../database/database.ts';
import { MIGRATIONS } from './migrations.ts';
import { readSchemaVersion, SCHEMA_VERSION, versionProblem } from './schema-version.ts';

/** The schema version before and after `setUpDatabase`. */
export interface SetUpResult {
  /** 0 if ctx had not been set up. */
  readonly from: number;
  readonly to: number;
}

/**
 * Creates the schema `ctx`, or migrates an older version to this one, all or nothing. Several programs may call it at the
 * same time. The database user must be allowed to create schemas.
 * @throws CtxError `CTX_STORE_FAILED`, also for a newer schema, which is not changed.
 */
export async function setUpDatabase(database: Database): Promise<SetUpResult> {
  const from = await readSchemaVersion(database);
  if (from > SCHEMA_VERSION) throw new CtxError('CTX_STORE_FAILED', versionProblem(from, database.name));
  if (from < SCHEMA_VERSION) await database.query(upgradeScript());
  return { from, to: SCHEMA_VERSION };
}

// Postgres runs several statements sent as one text in one transaction. The text is safe to repeat, since each step checks
// whether it is still needed.
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
