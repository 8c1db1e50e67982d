/**
 * Each step migrates the schema by one version; the first creates version 1. Never change the statements of a released
 * step: add a new step at the end.
 *
 * Records, turns, results and events are JSON stored as text: JSONB refuses NUL and lone surrogates, and both occur in the
 * output of agents.
 */
export const MIGRATIONS: readonly string[] = [
  `
create table ctx.sessions (
  session_id text primary key,
  seq bigint not null default 0,
  bytes bigint not null default 0,
  epoch bigint not null default 0,
  owner text,
  owner_until timestamptz,
  owner_ttl interval,
  team text,
  first_message text,
  started_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table ctx.appends (
  session_id text not null references ctx.sessions on delete cascade,
  operation_id text not null,
  seq bigint not null,
  primary key (session_id, operation_id)
);

create table ctx.records (
  session_id text not null references ctx.sessions on delete cascade,
  seq bigint not null,
  operation_id text not null,
  record text not null,
  primary key (session_id, seq)
);

-- Grants the right to write for ttl, unless another owner has it. An end further ahead than the ttl that was granted means
-- that the clock has been set back since: such a claim counts as expired.
create function ctx.claim_session(p_session text, p_owner text, p_ttl interval)
returns table (granted boolean, epoch bigint, holder text) language plpgsql as $$
declare
  v ctx.sessions;
  v_now timestamptz;
begin
  insert into ctx.sessions (session_id) values (p_session) on conflict do nothing;
  select * into v from ctx.sessions s where s.session_id = p_session for update;
  v_now := clock_timestamp();
  if v.owner <> p_owner and v.owner_until > v_now and v.owner_until - v_now <= v.owner_ttl then
    return query select false, v.epoch, v.owner;
    return;
  end if;
  if v.owner is distinct from p_owner then
    v.epoch := v.epoch + 1;
  end if;
  update ctx.sessions s
     set epoch = v.epoch, owner = p_owner, owner_until = v_now + p_ttl, owner_ttl = p_ttl
   where s.session_id = p_session;
  return query select true, v.epoch, p_owner;
end $$;

-- Adds all records or none. A repeated operation id gets the same answer as the first time and adds nothing, so a client
-- that lost the answer can simply send it again.
create function ctx.append_records(
  p_session text, p_expected bigint, p_operation text, p_epoch bigint, p_records text[], p_team text, p_first text
) returns table (outcome text, seq bigint, epoch bigint) language plpgsql as $$
declare
  v ctx.sessions;
  v_known bigint;
  v_bytes bigint;
begin
  insert into ctx.sessions (session_id) values (p_session) on conflict do nothing;
  select * into v from ctx.sessions s where s.session_id = p_session for update;
  select a.seq into v_known from ctx.appends a where a.session_id = p_session and a.operation_id = p_operation;
  if v_known is not null then
    return query select 'known', v_known, v.epoch;
    return;
  end if;
  if p_epoch is not null and p_epoch <> v.epoch then
    return query select 'stale', v.seq, v.epoch;
    return;
  end if;
  if p_expected <> v.seq then
    return query select 'conflict', v.seq, v.epoch;
    return;
  end if;
  insert into ctx.records (session_id, seq, operation_id, record)
  select p_session, v.seq + r.place, p_operation, r.record
    from unnest(p_records) with ordinality as r (record, place);
  select coalesce(sum(octet_length(r)), 0) into v_bytes from unnest(p_records) as r;
  v.seq := v.seq + cardinality(p_records);
  insert into ctx.appends (session_id, operation_id, seq) values (p_session, p_operation, v.seq);
  update ctx.sessions s
     set seq = v.seq, bytes = s.bytes + v_bytes, updated_at = clock_timestamp(),
         team = coalesce(s.team, p_team), first_message = coalesce(s.first_message, p_first)
   where s.session_id = p_session;
  perform pg_notify('ctx_told', 'session ' || p_session);
  return query select 'added', v.seq, v.epoch;
end $$;

create table ctx.turns (
  session_id text not null,
  turn_id text not null,
  attempt integer not null,
  pool text not null,
  member_hash text not null,
  payload text,
  state text not null default 'queued' check (state in ('queued', 'running', 'done')),
  worker text,
  ticket text,
  beats bigint not null default 0,
  lease_ms integer,
  cancelled boolean not null default false,
  result text,
  told boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  watched_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  beat_at timestamptz,
  ended_at timestamptz,
  primary key (session_id, turn_id, attempt)
);
create index turns_running on ctx.turns (beat_at) where state = 'running';
create index turns_told on ctx.turns (ended_at) where state = 'done' and told;

-- A worker must be able to remove the payload of a turn that has ended. Nobody can change one: it is the prompt that the
-- coordinator asked for.
create function ctx.keep_payload() returns trigger language plpgsql as $$
begin
  if new.payload is not null and new.payload is distinct from old.payload then
    raise exception 'The payload of a turn can only be removed.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_payload before update of payload on ctx.turns
  for each row execute function ctx.keep_payload();

create table ctx.turn_events (
  session_id text not null,
  turn_id text not null,
  attempt integer not null,
  batch integer not null,
  events text not null,
  primary key (session_id, turn_id, attempt, batch)
);

create table ctx.workers (
  worker text primary key,
  pools text[] not null,
  seen_at timestamptz not null default clock_timestamp()
);
`,
];
