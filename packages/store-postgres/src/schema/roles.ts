import type { Database } from '../database/database.ts';

/** The names of the two database roles. */
export interface RoleNames {
  /** Holds conversations: writes sessions and inserts turns. Default `ctx_coordinator`. */
  readonly coordinator?: string | undefined;
  /** Runs turns: cannot insert a turn or read a session. Default `ctx_worker`. */
  readonly worker?: string | undefined;
}

/**
 * Returns the SQL that creates the two roles and grants each the least it needs. It is safe to run again. Nobody can log in
 * as a role; make users members of it: `create user anna password '…' in role ctx_worker`.
 * @throws RangeError for a name that is not a plain identifier.
 */
export function rolesSql({ coordinator = 'ctx_coordinator', worker = 'ctx_worker' }: RoleNames = {}): string {
  for (const name of [coordinator, worker]) {
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new RangeError(`A role is named like ctx_worker, not "${name}"`);
  }
  const both = `${coordinator}, ${worker}`;
  return `do $$ begin
  if not exists (select from pg_roles where rolname = '${coordinator}') then create role ${coordinator} nologin; end if;
  if not exists (select from pg_roles where rolname = '${worker}') then create role ${worker} nologin; end if;
end $$;

grant usage on schema ctx to ${both};
grant select on ctx.schema_version to ${both};

grant select, insert, update, delete on ctx.sessions, ctx.appends, ctx.records, ctx.turns to ${coordinator};
grant select, delete on ctx.turn_events to ${coordinator};
grant select on ctx.workers to ${coordinator};

grant select on ctx.turns to ${worker};
grant update (state, worker, ticket, beats, beat_at, lease_ms, started_at, ended_at, payload, result, told)
  on ctx.turns to ${worker};
grant select, insert, delete on ctx.turn_events to ${worker};
grant select, insert, update, delete on ctx.workers to ${worker};

do $$ begin
  if exists (select from pg_namespace where nspname = 'bullmq') then
    grant usage on schema bullmq to ${both};
    grant select, insert, update, delete on all tables in schema bullmq to ${both};
    grant usage on all sequences in schema bullmq to ${both};
    grant execute on all functions in schema bullmq to ${both};
  end if;
end $$;
`;
}

/** Runs `rolesSql`. The database user must be allowed to create roles. */
export async function createRoles(database: Database, names: RoleNames = {}): Promise<void> {
  await database.query(rolesSql(names));
}
