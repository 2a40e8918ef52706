-- An MSP and its organization can each require a second factor of the organization's people, and each lifts only its own. That one is
-- required at all stays in second_factor_required: servers from before read and write that column alone, and what it says counts.
alter table organizations add column second_factor_required_by_msp boolean not null default false
--;
alter table organizations add column second_factor_required_by_organization boolean not null default false
--;
-- The audit log knows who required it last. Who is not of the organization is of its MSP, or a root user; where nobody is found it is
-- the organization's own.
update organizations o set second_factor_required_by_msp = true
from (
  select tenant_id, organization_id, (array_agg(actor_user_id order by seq desc))[1] as user_id
  from audit_log
  where category = 'Organization' and target_type = 'organization' and log = 'A second factor is now required of everybody'
  group by tenant_id, organization_id
) r
left join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
where o.tenant_id = r.tenant_id and o.id = r.organization_id and o.second_factor_required and u.organization_id is null
