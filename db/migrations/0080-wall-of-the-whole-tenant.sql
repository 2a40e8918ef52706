-- A person of an MSP sees the whole tenant, but the wall of 0005 asked of every row whether an organization is set. What such a person
-- reads and writes belongs to a role of its own, as a root user's lists do (0070): where one rule is part of the other, the planner
-- drops the narrower one, and the tenant is asked once a statement. Everybody else keeps the wall as it was, and so do servers
-- from before this migration.
do $d$ begin
  if not exists (select 1 from pg_roles where rolname = 'app_tenant') then create role app_tenant nologin; end if;
end $d$
--;
grant app_user to app_tenant
--;
grant app_tenant to app_login
--;
create or replace function app_wall(tbl text, organization_column text) returns void language plpgsql as $f$
declare
  rule text := app_wall_rule(organization_column);
begin
  execute format('alter table %I enable row level security', tbl);
  execute format('alter table %I force row level security', tbl);
  execute format('create policy tenant_wall on %I using (%s) with check (%s)', tbl, rule, rule);
  if organization_column is not null then
    rule := app_wall_rule(null);
    execute format('create policy whole_tenant on %I to app_tenant using (%s) with check (%s)', tbl, rule, rule);
  end if;
  execute format('create policy owner_passes on %I to %I using (true) with check (true)', tbl, current_user);
end $f$
--;
do $d$
declare
  wall record;
  rule text := app_wall_rule(null);
begin
  for wall in
    select tablename from pg_policies
    where schemaname = current_schema() and policyname = 'tenant_wall' and qual like '%app.organization_id%'
  loop
    execute format('create policy whole_tenant on %I to app_tenant using (%s) with check (%s)', wall.tablename, rule, rule);
  end loop;
end $d$
