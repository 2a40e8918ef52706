-- What retention removed from a chain was signed in the folder of the server that removed it, and no other server could tell it from a
-- chain that somebody else has cut. The signed line of a chain's newest removal, for all of them. Whoever owns the database may write
-- here what they like: the signature is what counts. Not in audit_heads, whose rows are written anew with every entry. Lines from
-- before this are brought by the servers whose folders hold them.
create table audit_removals (
  tenant_id bigint primary key references tenants (tenant_id),
  -- the last entry that went
  seq bigint not null,
  -- one line of the signed checkpoints, as JSON
  line text not null
)
--;
select app_distribute('audit_removals', 'tenant_id', 'tenants')
--;
select app_wall('audit_removals', null)
--;
grant select, insert, update on audit_removals to app_user
