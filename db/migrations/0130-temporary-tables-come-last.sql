-- A search path that does not name pg_temp begins with it for tables: where the database lets everybody make temporary tables, as
-- PostgreSQL does by itself, the server's login could make an audit_heads of its own with a trigger, which audit_append then ran as the
-- schema's owner. Named at the end, temporary tables hide nothing. Servers from before do not notice.
alter function audit_write(bigint, timestamptz, bigint, text, text, text, bigint, text, text, text, text, text, text)
  set search_path = pg_catalog, public, pg_temp
--;
alter function audit_append(bigint, text, text, text, bigint, text, text, text, text, text, text)
  set search_path = pg_catalog, public, pg_temp
--;
alter function audit_search(text, bigint[], bigint, text, timestamptz, timestamptz, timestamptz, bigint, text, bigint)
  set search_path = pg_catalog, public, pg_temp
--;
alter function audit_link(bigint) set search_path = pg_catalog, public, pg_temp
--;
alter function audit_chains() set search_path = pg_catalog, public, pg_temp
--;
alter function audit_cut(bigint, bytea) set search_path = pg_catalog, public, pg_temp
--;
alter function audit_keep(integer, boolean) set search_path = pg_catalog, public, pg_temp
--;
alter function app_tenant_ids() set search_path = pg_catalog, public, pg_temp
--;
alter function app_organizations_with_open_findings(timestamptz) set search_path = pg_catalog, public, pg_temp
--;
alter function app_has_account(text) set search_path = pg_catalog, public, pg_temp
