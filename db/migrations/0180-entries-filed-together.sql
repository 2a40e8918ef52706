-- An entry used to be put into six indexes and two counters by the statement that wrote it, three quarters of what a small change cost.
-- It is written to a partition with nothing but its key now, and filed together with 127 others: audit_log is read as before.
-- Takes about two seconds for each million entries, in which nothing is written to the log.
alter table audit_log rename to audit_log_filed
--;
alter table audit_log_filed drop constraint audit_log_pkey
--;
alter table audit_log_filed add column filed boolean not null default true
--;
do $d$
declare
  wall record;
begin
  -- A partition is read through its table, which has the walls and what the server's roles may do.
  for wall in select policyname from pg_policies where schemaname = current_schema() and tablename = 'audit_log_filed' loop
    execute format('drop policy %I on audit_log_filed', wall.policyname);
  end loop;
end $d$
--;
alter table audit_log_filed disable row level security, no force row level security
--;
revoke all on audit_log_filed from app_user
--;
create table audit_log (
  tenant_id bigint not null,
  seq bigint not null,
  occurred_at timestamptz not null,
  organization_id bigint,
  category text not null,
  log text not null,
  user_name text not null,
  actor_user_id bigint,
  target_type text,
  target_id text,
  result text not null default 'success',
  address text not null default '',
  user_agent text not null default '',
  request_id text not null default '',
  prev_hash bytea not null,
  hash bytea not null,
  filed boolean not null default true,
  primary key (tenant_id, seq, filed)
) partition by list (filed)
--;
select app_distribute('audit_log', 'tenant_id', 'tenants')
--;
select app_wall('audit_log', 'organization_id')
--;
grant select on audit_log to app_user
--;
create table audit_log_recent partition of audit_log for values in (false)
--;
do $d$ begin
  -- Citus refuses partitions of partitions; there the entries lie in one, as 0003 made it.
  if exists (select 1 from pg_extension where extname = 'citus') then
    alter table audit_log_filed detach partition audit_log_p0;
    drop table audit_log_filed;
    alter table audit_log_p0 rename to audit_log_filed;
  end if;
end $d$
--;
alter table audit_log attach partition audit_log_filed for values in (true)
--;
-- Files a tenant's entries: into all indexes and counters at once. Whoever calls it holds the tenant's head.
create or replace function audit_file(p_tenant bigint) returns void language plpgsql as $f$
begin
  insert into audit_log_filed (tenant_id, seq, occurred_at, organization_id, category, log, user_name, actor_user_id, target_type, target_id, result, address, user_agent, request_id, prev_hash, hash, filed)
  select tenant_id, seq, occurred_at, organization_id, category, log, user_name, actor_user_id, target_type, target_id, result, address, user_agent, request_id, prev_hash, hash, true
  from audit_log_recent where tenant_id = p_tenant;
  with days as (
    select coalesce(organization_id, 0) as organization_id, category, (occurred_at at time zone 'UTC')::date as day, count(*) as n
    from audit_log_recent where tenant_id = p_tenant group by 1, 2, 3
  )
  insert into audit_counts (tenant_id, organization_id, category, day, entries)
  select p_tenant, organization_id, category, day, n from days
  union all select p_tenant, organization_id, category, '-infinity', sum(n) from days group by 2, 3
  on conflict (tenant_id, organization_id, category, day) do update set entries = audit_counts.entries + excluded.entries;
  delete from audit_log_recent where tenant_id = p_tenant;
end $f$
--;
revoke execute on function audit_file(bigint) from public
--;
-- The same bytes as in 0003, which the array's own format brings: behind 20 bytes about its kind and size, each element with its length
-- before it, and -1 for null. One step instead of five for each field.
create or replace function audit_hash(
  p_prev bytea, p_tenant bigint, p_seq bigint, p_occurred_at timestamptz, p_organization bigint, p_category text, p_log text,
  p_user text, p_actor bigint, p_target_type text, p_target_id text, p_result text, p_address text, p_agent text, p_request text
) returns bytea language sql stable parallel safe as $f$
  select sha256('\x01'::bytea || p_prev || substring(array_send(array[
    p_tenant::text::bytea, p_seq::text::bytea, ((extract(epoch from p_occurred_at) * 1000000)::bigint)::text::bytea,
    p_organization::text::bytea, convert_to(p_category, 'UTF8'), convert_to(p_log, 'UTF8'), convert_to(p_user, 'UTF8'),
    p_actor::text::bytea, convert_to(p_target_type, 'UTF8'), convert_to(p_target_id, 'UTF8'), convert_to(p_result, 'UTF8'),
    convert_to(p_address, 'UTF8'), convert_to(p_agent, 'UTF8'), convert_to(p_request, 'UTF8')]) from 21))
$f$
--;
drop function audit_field(text)
--;
-- As in 0003, but for where the entry goes. What may be a category and a result is asked here, once more when it is filed. The search
-- path is that of audit_append: to set it again costs more than what is asked under it.
create or replace function audit_write(
  p_tenant bigint, p_at timestamptz, p_organization bigint, p_category text, p_log text, p_user text, p_actor bigint,
  p_target_type text, p_target_id text, p_result text, p_address text, p_agent text, p_request text
) returns bigint language plpgsql as $f$
declare
  n bigint; prev bytea; h bytea; at timestamptz;
begin
  if p_category not in ('Authentication', 'Policy', 'User Management', 'Documents', 'Assessments', 'Vendor Management', 'Organization', 'Audit')
    or p_result not in ('success', 'failure', 'refused')
  then
    raise check_violation using message = format('audit_write knows no category %L or no result %L', p_category, p_result);
  end if;
  select seq, hash into n, prev from audit_heads where tenant_id = p_tenant for update;
  if not found then
    insert into audit_heads (tenant_id) values (p_tenant) on conflict do nothing;
    select seq, hash into n, prev from audit_heads where tenant_id = p_tenant for update;
  end if;
  n := n + 1;
  -- Read after the lock was won, so that times follow the order of the chain.
  at := coalesce(p_at, clock_timestamp());
  h := audit_hash(prev, p_tenant, n, at, p_organization, p_category, p_log, p_user, p_actor, p_target_type, p_target_id, p_result, p_address, p_agent, p_request);
  insert into audit_log_recent (tenant_id, seq, occurred_at, organization_id, category, log, user_name, actor_user_id, target_type, target_id, result, address, user_agent, request_id, prev_hash, hash, filed)
  values (p_tenant, n, at, p_organization, p_category, p_log, p_user, p_actor, p_target_type, p_target_id, p_result, p_address, p_agent, p_request, prev, h, false);
  update audit_heads set seq = n, hash = h where tenant_id = p_tenant;
  -- Chains that began together are not filed together.
  if (n + p_tenant) % 128 = 0 then perform audit_file(p_tenant); end if;
  return n;
end $f$
--;
-- As in 0040, of a log that is filed: its counters count what goes.
create or replace function audit_cut(p_seq bigint, p_hash bytea) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $f$
declare
  t bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  head audit_heads;
  removed bigint;
begin
  if t is null then raise exception 'audit_cut needs app.tenant_id'; end if;
  select * into head from audit_heads where tenant_id = t for update;
  if not found or head.legal_hold or p_seq <= head.base_seq or p_seq >= head.seq then return 0; end if;
  perform audit_file(t);
  perform from audit_log where tenant_id = t and seq = p_seq and hash = p_hash;
  if not found then raise exception 'audit_cut: entry % has another hash than the checkpoint', p_seq; end if;
  perform from audit_log where tenant_id = t and seq <= p_seq
    and occurred_at >= now() - make_interval(years => greatest(head.retention_years, 6)) limit 1;
  if found then raise exception 'audit_cut: an entry up to % is younger than the retention', p_seq; end if;
  with gone as (
    delete from audit_log where tenant_id = t and seq <= p_seq returning coalesce(organization_id, 0) as organization_id, category, occurred_at
  ), days as (
    select organization_id, category, (occurred_at at time zone 'UTC')::date as day, count(*) as n from gone group by 1, 2, 3
  ), each as (
    select organization_id, category, day, n from days
    union all select organization_id, category, '-infinity', sum(n) from days group by 1, 2
  ), counted as (
    update audit_counts c set entries = c.entries - each.n from each
    where c.tenant_id = t and c.organization_id = each.organization_id and c.category = each.category and c.day = each.day
  ) select sum(n) into removed from days;
  delete from audit_counts where tenant_id = t and entries = 0;
  update audit_heads set base_seq = p_seq, base_hash = p_hash where tenant_id = t;
  return removed;
end $f$
