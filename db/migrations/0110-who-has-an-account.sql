-- An address that somebody registered and never confirmed keeps nobody from being invited. Whose tenant it is row security hides from
-- the inviter: this says yes or no of one address, and nothing else. Two statements, for Citus keeps the two tables apart.
create or replace function app_has_account(p_email text) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public as $f$
declare
  t bigint; u bigint;
begin
  select e.tenant_id, e.user_id into t, u from user_emails e where e.email = p_email;
  return exists (select 1 from users p where p.tenant_id = t and p.id = u and p.email_confirmed_at is not null);
end $f$
--;
revoke execute on function app_has_account(text) from public
--;
grant execute on function app_has_account(text) to app_user
