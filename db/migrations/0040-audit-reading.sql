-- Reading the audit log: text search, links of the chain, checkpoints, retention, forwarding.
-- The functions below run as the schema's owner, whom row security lets pass: each takes the tenant from app.tenant_id alone.
-- Positions of the entries whose text, user or category contains the words. Under row security ILIKE can't use an index
-- (it is not leakproof), so it is asked here; the rows themselves are then read under row security.
-- Tenant and organization come only from the settings; p_organizations narrows further (null: everything, else these and
-- the tenant's own). p_order: 'newest', 'oldest' or 'any'.
create or replace function audit_search(
  p_text text, p_organizations bigint[], p_organization bigint, p_category text, p_from timestamptz, p_to timestamptz,
  p_at timestamptz, p_seq bigint, p_order text, p_limit bigint
) returns table (occurred_at timestamptz, seq bigint) language plpgsql stable security definer rows 50
  set search_path = pg_catalog, public as $f$
declare
  t bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  o bigint := nullif(current_setting('app.organization_id', true), '')::bigint;
  pattern text := '%' || replace(replace(replace(p_text, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  matches constant text := E' (log || E''\\n'' || user_name || E''\\n'' || category) ilike $9';
  walked constant integer := 400;
  conditions text := 'tenant_id = $1';
  sorted text := '';
  found_at timestamptz[]; found_seq bigint[];
begin
  if t is null then raise exception 'audit_search needs app.tenant_id'; end if;
  if o is not null then conditions := conditions || ' and organization_id = $2'; end if;
  if p_organization is not null then conditions := conditions || ' and organization_id = $3'; end if;
  if p_organizations is not null then conditions := conditions || ' and (organization_id is null or organization_id = any($4))'; end if;
  if p_category is not null then conditions := conditions || ' and category = $5'; end if;
  if p_from is not null then conditions := conditions || ' and occurred_at >= $6'; end if;
  if p_to is not null then conditions := conditions || ' and occurred_at < $7'; end if;
  if p_seq is not null then
    conditions := conditions || format(' and (occurred_at, seq) %s ($8, $10)', case when p_order = 'oldest' then '>' else '<' end);
  end if;
  if p_order <> 'any' then
    sorted := format(' order by occurred_at %1$s, seq %1$s', case when p_order = 'oldest' then 'asc' else 'desc' end);
    -- A common word is found among the next few hundred entries, without asking the index for all that there are.
    if p_limit <= walked then
      execute 'select array_agg(w.occurred_at), array_agg(w.seq) from (select occurred_at, seq from (select occurred_at, seq, log, user_name, category from audit_log where '
        || conditions || sorted || ' limit ' || walked || ') n where' || matches || sorted || ' limit $11) w'
        into found_at, found_seq
        using t, o, p_organization, p_organizations, p_category, p_from, p_to, p_at, pattern, p_seq, p_limit;
      if cardinality(found_seq) >= p_limit then
        return query select * from unnest(found_at, found_seq);
        return;
      end if;
    end if;
  end if;
  -- Materialized: all matches at once by the text index, instead of a walk through everything in search of the last few.
  return query execute 'with m as materialized (select occurred_at, seq from audit_log where ' || conditions || ' and' || matches
    || case when sorted = '' then ' limit $11' else '' end || ') select m.occurred_at, m.seq from m' || sorted || ' limit $11'
    using t, o, p_organization, p_organizations, p_category, p_from, p_to, p_at, pattern, p_seq, p_limit;
end $f$
--;
revoke execute on function audit_search(text, bigint[], bigint, text, timestamptz, timestamptz, timestamptz, bigint, text, bigint) from public
--;
grant execute on function audit_search(text, bigint[], bigint, text, timestamptz, timestamptz, timestamptz, bigint, text, bigint) to app_user
--;
-- The hash that the entry before has, and the one that the entry behind names: hashes alone, also where row security
-- hides the neighbours because they belong to another organization. Null where there is no such entry.
create or replace function audit_link(p_seq bigint, out before_hash bytea, out named_behind bytea)
  language plpgsql stable security definer set search_path = pg_catalog, public as $f$
declare
  t bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  if t is null then raise exception 'audit_link needs app.tenant_id'; end if;
  select h.base_hash into before_hash from audit_heads h where h.tenant_id = t and h.base_seq = p_seq - 1;
  if not found then
    select l.hash into before_hash from audit_log l where l.tenant_id = t and l.seq = p_seq - 1;
  end if;
  select l.prev_hash into named_behind from audit_log l where l.tenant_id = t and l.seq = p_seq + 1;
end $f$
--;
revoke execute on function audit_link(bigint) from public
--;
grant execute on function audit_link(bigint) to app_user
--;
-- How far every chain has come: what the signed checkpoints and the verification go through. Positions and hashes alone.
create or replace function audit_chains() returns table (
  tenant_id bigint, seq bigint, hash bytea, base_seq bigint, base_hash bytea, retention_years integer, legal_hold boolean
) language sql stable security definer set search_path = pg_catalog, public as $f$
  select h.tenant_id, h.seq, h.hash, h.base_seq, h.base_hash, h.retention_years, h.legal_hold from audit_heads h
  where h.seq > 0 order by h.tenant_id
$f$
--;
revoke execute on function audit_chains() from public
--;
grant execute on function audit_chains() to app_user
--;
-- Removes the entries up to p_seq, whose hash the caller names from a signed checkpoint; that hash becomes the chain's new
-- base. Whatever the caller wants: never an entry younger than the tenant's retention, which is never less than six
-- years (45 CFR 164.316(b)(2)(i)), and nothing under a legal hold. Answers how many were removed.
create or replace function audit_cut(p_seq bigint, p_hash bytea) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public as $f$
declare
  t bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  head audit_heads;
  removed bigint;
begin
  if t is null then raise exception 'audit_cut needs app.tenant_id'; end if;
  select * into head from audit_heads where tenant_id = t for update;
  if not found or head.legal_hold or p_seq <= head.base_seq or p_seq >= head.seq then return 0; end if;
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
--;
revoke execute on function audit_cut(bigint, bytea) from public
--;
grant execute on function audit_cut(bigint, bytea) to app_user
--;
-- The application may change nothing of a chain's head but these two settings.
create or replace function audit_keep(p_retention_years integer, p_legal_hold boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $f$
declare
  t bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  if t is null then raise exception 'audit_keep needs app.tenant_id'; end if;
  insert into audit_heads (tenant_id, retention_years, legal_hold) values (t, p_retention_years, p_legal_hold)
  on conflict (tenant_id) do update set retention_years = p_retention_years, legal_hold = p_legal_hold;
end $f$
--;
revoke execute on function audit_keep(integer, boolean) from public
--;
grant execute on function audit_keep(integer, boolean) to app_user
--;
-- Where a tenant's entries are sent as they are written. No row: nowhere.
create table audit_forwarding (
  tenant_id bigint primary key references tenants (tenant_id),
  kind text not null check (kind in ('off', 'syslog', 'https')),
  -- tls://host:port, tcp://host:port or https://…
  target text not null,
  -- encrypted by the application; empty: none
  token text not null default '',
  -- PEM of a private certificate authority; empty: the public ones
  authority text not null default '',
  -- changes with the target: a job that was queued for an older one ends by itself
  generation uuid not null,
  sent_seq bigint not null,
  last_sent_at timestamptz,
  last_error text
)
--;
select app_distribute('audit_forwarding', 'tenant_id', 'tenants')
--;
select app_wall('audit_forwarding', null)
--;
grant select, insert, update on audit_forwarding to app_user
