-- The audit log: append-only, one hash chain per tenant, written by one function only.
create table audit_heads (
  tenant_id bigint primary key references tenants (tenant_id),
  seq bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  -- where the chain begins after retention removed what is older: the entry before the oldest kept one
  base_seq bigint not null default 0,
  base_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  retention_years integer not null default 6 check (retention_years between 6 and 100),
  legal_hold boolean not null default false
  -- room in each page, so that the update of every entry stays in it and touches no index
) with (fillfactor = 40)
--;
select app_distribute('audit_heads', 'tenant_id', 'tenants')
--;
create table audit_log (
  tenant_id bigint not null,
  -- position in the tenant's chain: 1, 2, 3 … without a gap; the primary key makes a fork impossible
  seq bigint not null,
  occurred_at timestamptz not null,
  organization_id bigint,
  category text not null check (category in ('Authentication', 'Policy', 'User Management', 'Documents', 'Assessments', 'Vendor Management', 'Organization', 'Audit')),
  log text not null,
  user_name text not null,
  actor_user_id bigint,
  target_type text,
  target_id text,
  result text not null default 'success' check (result in ('success', 'failure', 'refused')),
  address text not null default '',
  user_agent text not null default '',
  request_id text not null default '',
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
) partition by hash (tenant_id)
--;
-- Hash partitions by tenant keep every trigram index small; on Citus the shards already do that, and it refuses multi-level partitioning.
create or replace function app_audit_partitions(plain_count integer) returns void language plpgsql as $f$
declare n integer := plain_count;
begin
  if exists (select 1 from pg_extension where extname = 'citus') then n := 1; end if;
  for i in 0 .. n - 1 loop
    execute format('create table %I partition of audit_log for values with (modulus %s, remainder %s)', 'audit_log_p' || i, n, i);
  end loop;
end $f$
--;
select app_audit_partitions(32)
--;
select app_distribute('audit_log', 'tenant_id', 'tenants')
--;
-- Every page is read newest first by one of these, with or without a range of time.
create index audit_log_by_time on audit_log (tenant_id, occurred_at, seq)
--;
create index audit_log_of_organization on audit_log (tenant_id, organization_id, occurred_at, seq)
--;
create index audit_log_by_category on audit_log (tenant_id, category, occurred_at, seq)
--;
-- The newline keeps a match from reaching from one field into the next: a search holds none. The pending list is a quarter of
-- the usual one, because every search reads it; much shorter, and writing to a large index costs more.
create index audit_log_text on audit_log using gin ((log || E'\n' || user_name || E'\n' || category) gin_trgm_ops)
  with (gin_pending_list_limit = 1024)
--;
-- Exact counts without counting rows: one row per tenant, organization (0: the tenant's own), category and UTC day, and
-- one for all days together (day '-infinity').
create table audit_counts (
  tenant_id bigint not null,
  organization_id bigint not null,
  category text not null,
  day date not null,
  entries bigint not null,
  primary key (tenant_id, organization_id, category, day)
) with (fillfactor = 70)
--;
select app_distribute('audit_counts', 'tenant_id', 'tenants')
--;
create index audit_counts_by_day on audit_counts (tenant_id, day, category, organization_id)
--;
do $d$ begin
  -- Hashes are over bytes: they have to be the same ones here and in every program that verifies.
  if current_setting('server_encoding') <> 'UTF8' then raise exception 'The database must have the encoding UTF8.'; end if;
end $d$
--;
-- Length-prefixed bytes of one field, so that no two lists of fields ever give the same bytes; null is the length -1.
-- Stable, not immutable, as convert_to is: only so is it inlined, which makes the hash of an entry fifteen times as fast.
create or replace function audit_field(value text) returns bytea language sql stable parallel safe
  as $f$ select coalesce(int4send(octet_length(value)) || convert_to(value, 'UTF8'), int4send(-1)) $f$
--;
-- The canonical bytes of an entry, version 1: version byte, previous hash, then every field in this order.
create or replace function audit_hash(
  p_prev bytea, p_tenant bigint, p_seq bigint, p_occurred_at timestamptz, p_organization bigint, p_category text, p_log text,
  p_user text, p_actor bigint, p_target_type text, p_target_id text, p_result text, p_address text, p_agent text, p_request text
) returns bytea language sql stable parallel safe as $f$
  select sha256(
    '\x01'::bytea || p_prev || audit_field(p_tenant::text) || audit_field(p_seq::text)
    || audit_field(((extract(epoch from p_occurred_at) * 1000000)::bigint)::text)
    || audit_field(p_organization::text) || audit_field(p_category) || audit_field(p_log) || audit_field(p_user)
    || audit_field(p_actor::text) || audit_field(p_target_type) || audit_field(p_target_id) || audit_field(p_result)
    || audit_field(p_address) || audit_field(p_agent) || audit_field(p_request))
$f$
--;
-- Appends one entry to a chain. Granted to nobody: for audit_append below, and for the schema's owner, who may bring in
-- a history that is taken over, oldest entry first.
create or replace function audit_write(
  p_tenant bigint, p_at timestamptz, p_organization bigint, p_category text, p_log text, p_user text, p_actor bigint,
  p_target_type text, p_target_id text, p_result text, p_address text, p_agent text, p_request text
) returns bigint language plpgsql set search_path = pg_catalog, public as $f$
declare
  n bigint; prev bytea; h bytea; at timestamptz;
begin
  select seq, hash into n, prev from audit_heads where tenant_id = p_tenant for update;
  if not found then
    insert into audit_heads (tenant_id) values (p_tenant) on conflict do nothing;
    select seq, hash into n, prev from audit_heads where tenant_id = p_tenant for update;
  end if;
  n := n + 1;
  -- Read after the lock was won, so that times follow the order of the chain.
  at := coalesce(p_at, clock_timestamp());
  h := audit_hash(prev, p_tenant, n, at, p_organization, p_category, p_log, p_user, p_actor, p_target_type, p_target_id, p_result, p_address, p_agent, p_request);
  insert into audit_log (tenant_id, seq, occurred_at, organization_id, category, log, user_name, actor_user_id, target_type, target_id, result, address, user_agent, request_id, prev_hash, hash)
  values (p_tenant, n, at, p_organization, p_category, p_log, p_user, p_actor, p_target_type, p_target_id, p_result, p_address, p_agent, p_request, prev, h);
  update audit_heads set seq = n, hash = h where tenant_id = p_tenant;
  insert into audit_counts (tenant_id, organization_id, category, day, entries)
  values (p_tenant, coalesce(p_organization, 0), p_category, (at at time zone 'UTC')::date, 1),
    (p_tenant, coalesce(p_organization, 0), p_category, '-infinity', 1)
  on conflict (tenant_id, organization_id, category, day) do update set entries = audit_counts.entries + 1;
  return n;
end $f$
--;
-- The only way the application writes an entry. Locks the tenant's head row, so the kernel calls it last in a transaction.
-- Runs as its owner because the application may neither insert nor change rows; the tenant comes only from app.tenant_id.
-- An organization's transaction may also record what concerns its MSP, so its narrower wall does not hold here (policy owner_passes).
create or replace function audit_append(
  p_organization bigint, p_category text, p_log text, p_user text, p_actor bigint, p_target_type text, p_target_id text,
  p_result text, p_address text, p_agent text, p_request text
) returns bigint language plpgsql security definer set search_path = pg_catalog, public as $f$
declare
  t bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  if t is null then raise exception 'audit_append needs app.tenant_id'; end if;
  return audit_write(t, null, p_organization, p_category, p_log, p_user, p_actor, p_target_type, p_target_id, p_result, p_address, p_agent, p_request);
end $f$
