-- The second wall: row security on every tenant table (the first is the explicit tenant condition of every query).
-- Inside an organization's transaction app.organization_id is set besides, and rows of its siblings vanish too.
create or replace function app_wall(tbl text, organization_column text) returns void language plpgsql as $f$
declare
  tenant_rule text := 'tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint';
  rule text := tenant_rule;
begin
  if organization_column is not null then
    rule := tenant_rule || format(' and (nullif(current_setting(''app.organization_id'', true), '''') is null or %I = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', organization_column);
  end if;
  execute format('alter table %I enable row level security', tbl);
  execute format('alter table %I force row level security', tbl);
  execute format('create policy tenant_wall on %I using (%s) with check (%s)', tbl, rule, rule);
  -- The owner acts in migrations and in the few functions that run as their owner, which name the tenant themselves. It is the same
  -- whether the owner is a superuser (embedded) or not, and lets text search use its index: ILIKE is not leakproof.
  execute format('create policy owner_passes on %I to %I using (true) with check (true)', tbl, current_user);
end $f$
--;
select app_wall('tenants', null)
--;
select app_wall('msps', null)
--;
select app_wall('organizations', 'id')
--;
select app_wall('organization_fees', 'organization_id')
--;
select app_wall('organization_status_history', 'organization_id')
--;
select app_wall('users', 'organization_id')
--;
select app_wall('role_assignments', null)
--;
select app_wall('sessions', null)
--;
select app_wall('recovery_codes', null)
--;
select app_wall('passkeys', null)
--;
select app_wall('one_use_tokens', null)
--;
select app_wall('invitations', 'organization_id')
--;
select app_wall('access_requests', null)
--;
select app_wall('mails', 'organization_id')
--;
select app_wall('audit_heads', null)
--;
select app_wall('audit_log', 'organization_id')
--;
select app_wall('audit_counts', 'organization_id')
--;
select app_wall('workspace_sign_ins', 'organization_id')
--;
select app_wall('assessments', 'organization_id')
--;
select app_wall('findings', 'organization_id')
--;
select app_wall('setting_verdicts', 'organization_id')
--;
select app_wall('assessment_exceptions', 'organization_id')
--;
select app_wall('assessment_settings', 'organization_id')
--;
-- A root user reads the list of all organizations and MSPs, and nothing else, across tenants; to look into one, the
-- transaction enters its tenant like anybody's.
create policy root_reads on organizations for select using (current_setting('app.root', true) = 'on')
--;
create policy root_reads on msps for select using (current_setting('app.root', true) = 'on')
--;
create policy root_reads on tenants for select using (current_setting('app.root', true) = 'on')
--;
create policy root_reads on assessments for select using (current_setting('app.root', true) = 'on')
--;
do $d$ begin
  if not exists (select 1 from pg_roles where rolname = 'app_user') then create role app_user nologin; end if;
  if not exists (select 1 from pg_roles where rolname = 'app_login') then create role app_login login noinherit; end if;
end $d$
--;
grant app_user to app_login
--;
-- Every connection of the server acts as app_user from its first statement; app_login itself may do nothing.
alter role app_login set role = 'app_user'
--;
-- Lets SET LOCAL reach the Citus workers. Elsewhere the setting is unknown, and an owner who is no superuser may not name it.
do $d$ begin
  if exists (select 1 from pg_extension where extname = 'citus') then
    alter role app_login set citus.propagate_set_commands = 'local';
  end if;
end $d$
--;
grant usage on schema public to app_user
--;
grant select on roles, app_state, migrations to app_user
--;
grant select, insert on tenants to app_user
--;
grant select, insert, update on msps, organizations, organization_directory, users, mails, invitations, access_requests,
  one_use_tokens, findings, assessment_exceptions, assessment_settings to app_user
--;
grant select, insert, update, delete on domain_directory, user_emails, role_assignments, sessions, recovery_codes, passkeys,
  organization_fees, setting_verdicts, workspace_sign_ins, jobs, throttle to app_user
--;
grant select, insert on organization_status_history, assessments to app_user
--;
grant select on audit_log, audit_counts, audit_heads to app_user
--;
revoke execute on function audit_write(bigint, timestamptz, bigint, text, text, text, bigint, text, text, text, text, text, text) from public
--;
revoke execute on function audit_append(bigint, text, text, text, bigint, text, text, text, text, text, text) from public
--;
grant execute on function audit_append(bigint, text, text, text, bigint, text, text, text, text, text, text) to app_user
--;
grant usage on all sequences in schema public to app_user
