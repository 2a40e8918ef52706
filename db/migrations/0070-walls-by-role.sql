-- The walls of 0005 say the same as before, in a form that costs less on long lists. What a root user reads across tenants was an
-- alternative inside everybody's rule, and kept the tenant out of the index condition: settings were read for every row. Now it is
-- a role of its own, which only a root user's transaction takes on, and everybody else's rule names the tenant alone.
do $d$ begin
  if not exists (select 1 from pg_roles where rolname = 'app_root') then create role app_root nologin; end if;
end $d$
--;
grant app_user to app_root
--;
grant app_root to app_login
--;
drop policy root_reads on organizations
--;
drop policy root_reads on msps
--;
drop policy root_reads on tenants
--;
drop policy root_reads on assessments
--;
create policy root_reads on organizations for select to app_root using (true)
--;
create policy root_reads on msps for select to app_root using (true)
--;
create policy root_reads on tenants for select to app_root using (true)
--;
create policy root_reads on assessments for select to app_root using (true)
--;
-- CASE instead of OR: of a condition it can't look into the planner assumes that half the rows meet it; of "is null or equal" it
-- assumes that hardly one does, and then sorts what an index gives in order.
create or replace function app_wall_rule(organization_column text) returns text language sql immutable as $f$
  select 'tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint'
    || case when organization_column is null then ''
      else format(' and case when nullif(current_setting(''app.organization_id'', true), '''') is null then true'
        || ' else %I = nullif(current_setting(''app.organization_id'', true), '''')::bigint end', organization_column) end
$f$
--;
create or replace function app_wall(tbl text, organization_column text) returns void language plpgsql as $f$
declare
  rule text := app_wall_rule(organization_column);
begin
  execute format('alter table %I enable row level security', tbl);
  execute format('alter table %I force row level security', tbl);
  execute format('create policy tenant_wall on %I using (%s) with check (%s)', tbl, rule, rule);
  execute format('create policy owner_passes on %I to %I using (true) with check (true)', tbl, current_user);
end $f$
--;
do $d$
declare
  wall record;
  rule text;
begin
  for wall in
    select tablename,
      case when qual not like '%app.organization_id%' then null when tablename = 'organizations' then 'id' else 'organization_id' end as organization_column
    from pg_policies where schemaname = current_schema() and policyname = 'tenant_wall'
  loop
    rule := app_wall_rule(wall.organization_column);
    execute format('alter policy tenant_wall on %I using (%s) with check (%s)', wall.tablename, rule, rule);
  end loop;
end $d$
