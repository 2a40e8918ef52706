-- A root user's totals count the organizations with open findings, but a root user's role reads neither findings nor exceptions
-- across tenants, and shall not. The ids alone of those that have at p_at a finding that nobody accepted until later.
create or replace function app_organizations_with_open_findings(p_at timestamptz) returns table (tenant_id bigint, organization_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $f$
  select distinct f.tenant_id, f.organization_id from findings f
  where f.resolved_at is null and not exists (
    select 1 from assessment_exceptions e
    where e.tenant_id = f.tenant_id and e.organization_id = f.organization_id and e.setting_type = f.setting_type
      and e.target = f.target and e.ended_at is null and e.expires_at > p_at)
$f$
--;
revoke execute on function app_organizations_with_open_findings(timestamptz) from public
--;
grant execute on function app_organizations_with_open_findings(timestamptz) to app_root
