import { holdsOneOf, reachesOrganization } from '@sentrywell/contract/access.ts';
import type { Access } from '@sentrywell/contract/endpoint.ts';
import { type Role, roleOfId } from '@sentrywell/contract/permissions.ts';
import { Refusal } from './refusal.ts';
import type { Actor } from './actor.ts';
import { sqlOf } from './sql.ts';
import {
  asMsp,
  asPerson,
  elsewhere,
  type MspDb,
  narrowToOrganization,
  type OrganizationDb,
  type PersonDb,
  switchTenant,
  type TenantDb,
} from './tenant.ts';

/** The handle that each kind of access earns. */
export type DbOf<A extends Access> = A extends { kind: 'organization' }
  ? OrganizationDb
  : A extends { kind: 'msp' }
    ? MspDb
    : PersonDb;

/** What tells whose an organization is. Its row opens nothing: only the functions below look at it. */
export type OrganizationKey = { readonly id: number; readonly mspId: number | null };

/** @internal asked for together with the session, so that both travel in one round trip. */
export async function findOrganizationKey(db: TenantDb, id: number): Promise<OrganizationKey | undefined> {
  const [row] = await sqlOf(db)<OrganizationKey>`
    select id, msp_id from organizations where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/**
 * May this person do this to that? The one question every signed-in route asks; the answer is the handle to read with.
 * @param organization what the path or query names, for access of kind 'organization', as it was found in the person's own
 *   tenant, or its id.
 * @throws Refusal 403 for the wrong role, the same 404 for a foreign and a missing organization.
 */
export async function authorize(
  db: TenantDb,
  actor: Actor,
  access: Exclude<Access, { kind: 'open' }>,
  organization: OrganizationKey | number | undefined,
): Promise<PersonDb | MspDb | OrganizationDb> {
  if (access.kind === 'person') {
    return asPerson(db);
  }
  if (access.kind === 'msp') {
    return authorizeMsp(db, actor, access.roles);
  }
  mustBeEnrolled(actor);
  const named = organization ?? actor.orgId;
  if (named === null) {
    throw new Refusal('organization.not_found');
  }
  return authorizeOrganization(db, actor, access.roles, named);
}

/** Whoever still has to set up a second factor gets no further than their own settings. */
function mustBeEnrolled({ mustEnrolSecondFactor }: Actor): void {
  if (mustEnrolSecondFactor) {
    throw new Refusal('access.second_factor_needed');
  }
}

/** The same question where a call is for everybody and does more for people of an MSP. */
export function authorizeMsp(db: TenantDb, actor: Actor, roles: readonly Role[]): MspDb {
  mustBeEnrolled(actor);
  if (actor.userType !== 'msp' || !holdsOneOf(actor, roles)) {
    throw new Refusal('access.denied');
  }
  return asMsp(db, actor.isRootUser);
}

/** The same question where a call learns its organization while it is under way. */
export async function authorizeOrganization(
  db: TenantDb,
  actor: Actor,
  roles: readonly Role[],
  named: OrganizationKey | number,
): Promise<OrganizationDb> {
  mustBeEnrolled(actor);
  const id = typeof named === 'number' ? named : named.id;
  if (actor.isRootUser) {
    await enterTenantOf(db, id);
  }
  // What was found in the person's own tenant says nothing to a root user, who has left it.
  const isFound = typeof named !== 'number' && !actor.isRootUser;
  const organization = isFound ? named : await findOrganizationKey(db, id);
  if (organization === undefined || !reachesOrganization(actor, organization)) {
    throw new Refusal('organization.not_found');
  }
  if (!holdsOneOf(actor, roles)) {
    throw new Refusal('access.denied');
  }
  return narrowToOrganization(db, id);
}

/** A root user is in no MSP: the directory says whose organization it is. */
async function enterTenantOf(db: TenantDb, organizationId: number): Promise<void> {
  const [row] = await sqlOf(db)<{ tenantId: number }>`
    select tenant_id from organization_directory where organization_id = ${organizationId}`;
  if (row === undefined) {
    throw new Refusal('organization.not_found');
  }
  switchTenant(db, row.tenantId);
}

/**
 * Whoever takes a right from this person waits from here until COMMIT, and then sees what they did with it.
 * @returns the role they have now. @throws Refusal when they are not active any more.
 */
export async function holdRole(db: TenantDb, { tenantId, userId }: Actor): Promise<Role | undefined> {
  const [held] = await elsewhere(
    db,
    tenantId,
    () => sqlOf(db)<{ roleId: number | null }>`select role_id from users
      where tenant_id = ${tenantId} and id = ${userId} and status = 'active' for share`,
  );
  if (held === undefined) {
    throw new Refusal('session.missing');
  }
  return roleOfId(held.roleId);
}
