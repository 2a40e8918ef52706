import type { OrganizationRole, Role } from '@sentrywell/contract/permissions.ts';
import { roleIds, rolePermissions } from '@sentrywell/contract/permissions.ts';
import type { PersonStatus } from '@sentrywell/contract/shapes.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { only, sqlOf } from '../../kernel/sql.ts';
import type { OpenDb } from '../../kernel/tenant.ts';

/** The id of a tenant to come: the transaction enters it before its rows are written, so row security holds for them. */
export async function nextTenantId(db: OpenDb): Promise<number> {
  const rows = await sqlOf(db)<{ id: number }>`select nextval(pg_get_serial_sequence('tenants', 'tenant_id')) as id`;
  return only(rows).id;
}

/** Makes the tenant that the handle has entered. */
export async function insertTenant(db: OpenDb, kind: 'msp' | 'organization', now: Date): Promise<void> {
  await sqlOf(db)`insert into tenants (tenant_id, kind, created_at) values (${db.tenantId}, ${kind}, ${now})`;
}

export async function insertMsp(
  db: OpenDb,
  { name, domain, now }: { readonly name: string; readonly domain: string; readonly now: Date },
): Promise<void> {
  await sqlOf(db)`insert into msps (tenant_id, name, domain_name, created_at, updated_at)
    values (${db.tenantId}, ${name}, ${domain}, ${now}, ${now})`;
}

export async function getMspName(db: OpenDb): Promise<string> {
  return only(await sqlOf(db)<{ name: string }>`select name from msps where tenant_id = ${db.tenantId}`).name;
}

export type NewOrganization = {
  readonly name: string;
  readonly domain: string;
  /** null: an independent organization. */
  readonly mspId: number | null;
  readonly now: Date;
};

/** Pending until its first member signs in. */
export async function insertOrganization(db: OpenDb, { name, domain, mspId, now }: NewOrganization): Promise<number> {
  const sql = sqlOf(db);
  const { id } = only(
    await sql<{ id: number }>`
    insert into organizations (tenant_id, msp_id, name, domain_name, status, created_at, updated_at)
    values (${db.tenantId}, ${mspId}, ${name}, ${domain}, 'pending', ${now}, ${now}) returning id`,
  );
  await Promise.all([
    sql`insert into organization_directory (organization_id, tenant_id) values (${id}, ${db.tenantId})`,
    sql`insert into organization_status_history (tenant_id, organization_id, changed_at, status)
      values (${db.tenantId}, ${id}, ${now}, 'pending')`,
  ]);
  return id;
}

export type DomainHolder = { readonly tenantId: number; readonly organizationId: number | null };

/** Whoever would release the domain waits until COMMIT, and then sees who has come to its holder. */
export async function findDomainHolder(
  db: OpenDb,
  domain: string,
  kind: 'msp' | 'organization',
): Promise<DomainHolder | undefined> {
  const [row] = await sqlOf(db)<DomainHolder>`select tenant_id, organization_id from domain_directory
    where domain_name = ${domain} and kind = ${kind} for share`;
  return row;
}

type Claim = {
  readonly domain: string;
  readonly kind: 'msp' | 'organization';
  readonly tenantId: number;
  readonly organizationId: number | null;
};

/** Of two that want the same domain at once the table's own key lets one through. @returns whether it was this one. */
export async function claimDomain(db: OpenDb, { domain, kind, tenantId, organizationId }: Claim): Promise<boolean> {
  const rows = await sqlOf(db)<{ tenantId: number }>`
    insert into domain_directory (domain_name, kind, tenant_id, organization_id)
    values (${domain}, ${kind}, ${tenantId}, ${organizationId}) on conflict (domain_name, kind) do nothing returning tenant_id`;
  return rows.length > 0;
}

export type NewPerson = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly passwordHash: string;
  /** null: a root user. */
  readonly role: Role | null;
  readonly organizationId: number | null;
  readonly status: 'active' | 'pending';
  /** null: the address must still be confirmed. */
  readonly confirmedAt: Date | null;
  readonly now: Date;
};

/** @throws Refusal when the address has an account already: the directory's key decides, however many come at once. */
export async function insertPerson(db: OpenDb, person: NewPerson): Promise<number> {
  const sql = sqlOf(db);
  const { organizationId, role, now } = person;
  const { id } = only(
    await sql<{ id: number }>`
    insert into users (tenant_id, organization_id, user_type, role_id, is_root_user, first_name, last_name, email, password_hash,
      password_changed_at, status, email_confirmed_at, created_at, updated_at)
    values (${db.tenantId}, ${organizationId}, ${organizationId === null ? 'msp' : 'organization'},
      ${role === null ? null : roleIds[role]}, ${role === null}, ${person.firstName}, ${person.lastName}, ${person.email},
      ${person.passwordHash}, ${now}, ${person.status}, ${person.confirmedAt}, ${now}, ${now}) returning id`,
  );
  const taken = await sql<{ userId: number }>`insert into user_emails (email, tenant_id, user_id)
    values (${person.email}, ${db.tenantId}, ${id}) on conflict (email) do nothing returning user_id`;
  if (taken.length === 0) {
    throw new Refusal('registration.email_taken');
  }
  return id;
}

/** A member of an organization reaches that organization (ruling R11). */
export async function assignOrganization(
  db: OpenDb,
  {
    userId,
    role,
    organizationId,
  }: { readonly userId: number; readonly role: OrganizationRole; readonly organizationId: number },
): Promise<void> {
  await sqlOf(db)`insert into role_assignments (tenant_id, user_id, resource_type, resource_id, effective_permissions)
    values (${db.tenantId}, ${userId}, 'organization', ${organizationId}, ${rolePermissions[role]})`;
}

/** A super admin reaches every organization of the MSP, present and future. */
export async function assignWholeMsp(db: OpenDb, userId: number): Promise<void> {
  await sqlOf(db)`insert into role_assignments (tenant_id, user_id, resource_type, resource_id, effective_permissions)
    values (${db.tenantId}, ${userId}, 'msp', -1, ${rolePermissions.MSP_SUPER_ADMIN})`;
}

/** The other MSP roles reach the organizations they were invited for, as far as the MSP still has them. */
export async function assignInvitedOrganizations(
  db: OpenDb,
  {
    userId,
    role,
    organizationIds,
  }: { readonly userId: number; readonly role: Role; readonly organizationIds: readonly number[] },
): Promise<void> {
  await sqlOf(db)`insert into role_assignments (tenant_id, user_id, resource_type, resource_id, effective_permissions)
    select ${db.tenantId}, ${userId}, 'organization', o.id, ${rolePermissions[role]} from organizations o
    where o.tenant_id = ${db.tenantId} and o.id = any(${organizationIds}::bigint[])`;
}

export async function insertAccessRequest(
  db: OpenDb,
  { userId, isConfirmed, now }: { readonly userId: number; readonly isConfirmed: boolean; readonly now: Date },
): Promise<void> {
  await sqlOf(db)`insert into access_requests (tenant_id, user_id, status, created_at)
    values (${db.tenantId}, ${userId}, ${isConfirmed ? 'pending' : 'unconfirmed'}, ${now})`;
}

export type RedeemedInvitation = {
  readonly id: number;
  readonly kind: 'msp_member' | 'organization' | 'org_member';
  readonly organizationId: number | null;
  readonly email: string;
  readonly roleId: number;
  readonly organizationIds: readonly number[];
  readonly inviterName: string;
};

/** Uses the invitation up, atomically: of many at once exactly one gets it (security rule 9). */
export async function redeemInvitation(
  db: OpenDb,
  { tokenHash, kinds, now }: { readonly tokenHash: Buffer; readonly kinds: readonly string[]; readonly now: Date },
): Promise<RedeemedInvitation | undefined> {
  const [row] = await sqlOf(db)<RedeemedInvitation>`
    update invitations set used_at = ${now}
    where tenant_id = ${db.tenantId} and token_hash = ${tokenHash} and kind = any(${kinds}::text[])
      and used_at is null and revoked_at is null and expires_at > ${now}
    returning id, kind, organization_id, email, role_id, organization_ids, inviter_name`;
  return row;
}

export type Confirmed = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly organizationId: number | null;
  readonly status: PersonStatus;
};

export async function getPerson(db: OpenDb, userId: number): Promise<Confirmed> {
  return only(
    await sqlOf(db)<Confirmed>`select id, first_name || ' ' || last_name as name, email, organization_id, status
      from users where tenant_id = ${db.tenantId} and id = ${userId}`,
  );
}
