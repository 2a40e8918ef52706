import {
  invitableRoles,
  listedRoleNames,
  type MspRole,
  type OrganizationRole,
  type Role,
  roleIds,
  roleOfId,
  rolePermissions,
} from '@sentrywell/contract/permissions.ts';
import { audit } from '../../kernel/audit.ts';
import { counted } from '../../kernel/counted.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';
import { revokeInvitationsOf } from '../invitations/revoke-invitation.ts';
import { getChangeableMember } from './get-changeable-member.ts';
import { countOrganizations, type MemberRow, replaceScopes, type TeamDb, updateRole } from './queries.ts';

type Clocked = Pick<Kernel, 'clock'>;

type MspEdit = { readonly userId: number; readonly role: MspRole; readonly tenantIds: readonly number[] };

/** Changes the role and the assigned organizations of somebody of the MSP; works on their next request. */
export async function editMspMember(db: MspDb, kernel: Clocked, actor: Actor, edit: MspEdit): Promise<void> {
  const { userId, role } = edit;
  const member = await getMemberForRole(db, actor, { userId, role, admin: 'MSP_SUPER_ADMIN' });
  const tenantIds = [...new Set(edit.tenantIds)];
  if ((await countOrganizations(db, tenantIds)) !== tenantIds.length) {
    throw new Refusal('organization.not_found');
  }
  const everywhere = role === 'MSP_SUPER_ADMIN';
  await updateRole(db, userId, roleIds[role], kernel.clock.now());
  await revokeInvitationsOf(db, kernel, { userId, name: member.name, stillGives: invitableRoles(role, false) });
  await replaceScopes(db, userId, {
    resourceType: everywhere ? 'msp' : 'organization',
    resourceIds: everywhere ? [-1] : tenantIds,
    permissions: rolePermissions[role],
  });
  const reach = everywhere ? 'every organization' : counted(tenantIds.length, 'organization', 'organizations');
  record(db, member, `${changeOf(member, role)}, with access to ${reach}`);
}

type Edit = { readonly userId: number; readonly role: OrganizationRole };

/** Changes the role of somebody of an organization; works on their next request. */
export async function editMember(
  db: OrganizationDb,
  kernel: Clocked,
  actor: Actor,
  { userId, role }: Edit,
): Promise<void> {
  const member = await getMemberForRole(db, actor, { userId, role, admin: 'ORG_ADMIN' });
  await updateRole(db, userId, roleIds[role], kernel.clock.now());
  await revokeInvitationsOf(db, kernel, { userId, name: member.name, stillGives: invitableRoles(role, false) });
  await replaceScopes(db, userId, {
    resourceType: 'organization',
    resourceIds: [db.organizationId],
    permissions: rolePermissions[role],
  });
  record(db, member, changeOf(member, role));
}

type Wanted = { readonly userId: number; readonly role: Role; readonly admin: Role };

function getMemberForRole(db: TeamDb, actor: Actor, { userId, role, admin }: Wanted): Promise<MemberRow> {
  // Whoever may give a role by inviting may give it by editing, and nobody else.
  if (!invitableRoles(actor.role, actor.isRootUser).includes(role)) {
    throw new Refusal('access.denied');
  }
  return getChangeableMember(db, actor, { userId, staysAdmin: role === admin });
}

function changeOf({ name, email, roleId }: MemberRow, role: Role): string {
  const before = roleOfId(roleId);
  const who = `${name} (${email})`;
  return before === undefined || before === role
    ? `Saved ${who} as ${listedRoleNames[role]}`
    : `Changed ${who} from ${listedRoleNames[before]} to ${listedRoleNames[role]}`;
}

function record(db: TeamDb, { id }: MemberRow, log: string): void {
  audit(db, { category: 'User Management', log, target: { type: 'user', id } });
}
