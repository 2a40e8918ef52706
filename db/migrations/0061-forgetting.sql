-- Links that were used or are over, and sessions that ended long ago, are deleted. The ids alone of all tenants, so that
-- the server can go through them; what it deletes there row security still decides.
create or replace function app_tenant_ids() returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $f$
  select t.tenant_id from tenants t order by t.tenant_id
$f$
--;
revoke execute on function app_tenant_ids() from public
--;
grant execute on function app_tenant_ids() to app_user
--;
grant delete on one_use_tokens to app_user
