import type { PersonStatus } from '@sentrywell/contract/shapes.ts';
import { fragment, sqlOf } from '../../kernel/sql.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';

/** Whose team it is: an MSP's (for a root user the platform's), or one organization's. */
export type TeamDb = MspDb | OrganizationDb;

export type MemberRow = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly roleId: number | null;
  readonly createdAt: string;
  readonly status: PersonStatus;
  readonly isRootUser: boolean;
};
export type MspMemberRow = MemberRow & { readonly tenantIds: number[] };

const memberColumns = fragment`u.id, u.first_name || ' ' || u.last_name as name, u.email, u.role_id, u.created_at,
  u.status, u.is_root_user`;

/** Who asked to join is no member before the request was approved, nor is who registered and never confirmed the address. */
function isMember(db: TeamDb) {
  return fragment`u.status <> 'pending' and (u.status = 'active' or u.email_confirmed_at is not null) and not exists (select 1 from access_requests r
    where r.tenant_id = ${db.tenantId} and r.user_id = u.id and r.status <> 'approved')`;
}

export function listMspMembers(db: MspDb): Promise<MspMemberRow[]> {
  return sqlOf(db)<MspMemberRow>`
    select ${memberColumns},
      (select coalesce(json_agg(a.resource_id order by a.resource_id), '[]') from role_assignments a
        where a.tenant_id = ${db.tenantId} and a.user_id = u.id and a.resource_type = 'organization') as tenant_ids
    from users u
    where u.tenant_id = ${db.tenantId} and u.organization_id is null and ${isMember(db)}
    order by lower(u.first_name), lower(u.last_name), u.id`;
}

/** An account without an address was emptied (features/forgetting): it is nobody any more. */
export function listOrganizationMembers(db: OrganizationDb): Promise<MemberRow[]> {
  return sqlOf(db)<MemberRow>`
    select ${memberColumns} from users u
    where u.tenant_id = ${db.tenantId} and u.organization_id = ${db.organizationId} and u.email <> ''
    order by lower(u.first_name), lower(u.last_name), u.id`;
}

function organizationOf(db: TeamDb): number | null {
  return 'organizationId' in db ? db.organizationId : null;
}

/** Somebody of this team who holds a role: root users are made and removed on the server alone (ruling R14). */
export async function findMember(db: TeamDb, userId: number): Promise<MemberRow | undefined> {
  const [row] = await sqlOf(db)<MemberRow>`
    select ${memberColumns} from users u
    where u.tenant_id = ${db.tenantId} and u.id = ${userId} and not u.is_root_user
      and u.organization_id is not distinct from ${organizationOf(db)}::bigint and ${isMember(db)}`;
  return row;
}

/**
 * The ids of the team's active administrators. The team's own row stays locked until COMMIT, so that two administrators
 * who demote or remove each other at once come one after the other, and the second sees what the first did.
 */
export async function lockActiveAdmins(db: TeamDb, adminRoleId: number): Promise<readonly number[]> {
  const sql = sqlOf(db);
  await ('organizationId' in db
    ? sql`select id from organizations where tenant_id = ${db.tenantId} and id = ${db.organizationId} for no key update`
    : sql`select tenant_id from msps where tenant_id = ${db.tenantId} for no key update`);
  const rows = await sql<{ id: number }>`
    select id from users
    where tenant_id = ${db.tenantId} and organization_id is not distinct from ${organizationOf(db)}::bigint
      and role_id = ${adminRoleId} and status = 'active'`;
  return rows.map(({ id }) => id);
}

export async function updateRole(db: TeamDb, userId: number, roleId: number, now: Date): Promise<void> {
  await sqlOf(db)`update users set role_id = ${roleId}, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${userId}`;
}

export type NewScopes = {
  readonly resourceType: 'msp' | 'organization';
  readonly resourceIds: readonly number[];
  readonly permissions: number;
};

/** What a person may reach follows from the role alone: the scopes of the role before go. */
export async function replaceScopes(
  db: TeamDb,
  userId: number,
  { resourceType, resourceIds, permissions }: NewScopes,
): Promise<void> {
  const sql = sqlOf(db);
  await sql`delete from role_assignments where tenant_id = ${db.tenantId} and user_id = ${userId}`;
  await sql`insert into role_assignments (tenant_id, user_id, resource_type, resource_id, effective_permissions)
    select ${db.tenantId}, ${userId}, ${resourceType}, id, ${permissions} from unnest(${resourceIds}::bigint[]) as id`;
}

/** @returns whether this call changed it: of two at once, one does. */
export async function changeStatus(
  db: TeamDb,
  userId: number,
  { to, now }: { readonly to: 'active' | 'inactive'; readonly now: Date },
): Promise<boolean> {
  const rows = await sqlOf(db)<{ id: number }>`update users set status = ${to}, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${userId} and status = ${to === 'active' ? 'inactive' : 'active'}
    returning id`;
  return rows.length > 0;
}

/** How many of these organizations belong to the MSP. */
export async function countOrganizations(db: MspDb, ids: readonly number[]): Promise<number> {
  const [row] = await sqlOf(db)<{ count: number }>`
    select count(*) from organizations where tenant_id = ${db.tenantId} and id = any(${ids}::bigint[])`;
  return row?.count ?? 0;
}
