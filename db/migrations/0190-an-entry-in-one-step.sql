-- What every entry pays for. The head of a chain is written anew with each: a rule of its table is then read and compiled anew as well, so
-- that of the retention is asked where the retention is set. And the application's way in is no longer a function that calls another.
alter table audit_heads drop constraint audit_heads_retention_years_check
--;
create or replace function audit_keep(p_retention_years integer, p_legal_hold boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $f$
declare
  t bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  if t is null then raise exception 'audit_keep needs app.tenant_id'; end if;
  if p_retention_years not between 6 and 100 then
    raise check_violation using message = format('audit_keep keeps a log for 6 to 100 years, not for %s', p_retention_years);
  end if;
  insert into audit_heads (tenant_id, retention_years, legal_hold) values (t, p_retention_years, p_legal_hold)
  on conflict (tenant_id) do update set retention_years = p_retention_years, legal_hold = p_legal_hold;
end $f$
--;
do $d$
declare
  -- As in 0180. Both ways in are made of this one text: audit_append has what it lacks, tenant and time, as variables.
  steps text := $steps$
  if p_category not in ('Authentication', 'Policy', 'User Management', 'Documents', 'Assessments', 'Vendor Management', 'Organization', 'Audit')
    or p_result not in ('success', 'failure', 'refused')
  then
    raise check_violation using message = format('the audit log knows no category %L or no result %L', p_category, p_result);
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
end
$steps$;
begin
  -- For the owner alone, who names the tenant and may name the time.
  execute format($make$
    create or replace function audit_write(
      p_tenant bigint, p_at timestamptz, p_organization bigint, p_category text, p_log text, p_user text, p_actor bigint,
      p_target_type text, p_target_id text, p_result text, p_address text, p_agent text, p_request text
    ) returns bigint language plpgsql as %L
  $make$, 'declare
  n bigint; prev bytea; h bytea; at timestamptz;
begin' || steps);
  -- The only way the application writes an entry (0003).
  execute format($make$
    create or replace function audit_append(
      p_organization bigint, p_category text, p_log text, p_user text, p_actor bigint, p_target_type text, p_target_id text,
      p_result text, p_address text, p_agent text, p_request text
    ) returns bigint language plpgsql security definer set search_path = pg_catalog, public, pg_temp as %L
  $make$, 'declare
  p_tenant constant bigint := nullif(current_setting(''app.tenant_id'', true), '''')::bigint; p_at constant timestamptz := null;
  n bigint; prev bytea; h bytea; at timestamptz;
begin
  if p_tenant is null then raise exception ''audit_append needs app.tenant_id''; end if;' || steps);
end $d$
