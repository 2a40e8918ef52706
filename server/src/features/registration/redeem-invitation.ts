import {
  type MspRole,
  mspRoles,
  type OrganizationRole,
  organizationRoles,
  roleOfId,
} from '@sentrywell/contract/permissions.ts';
import { domainOf } from '@sentrywell/contract/shapes.ts';
import { audit } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { hashToken } from '../../kernel/token.ts';
import { type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { isDeactivated } from '../invitations/queries.ts';
import { fullName, type Newcomer, type RegistrationKernel } from './newcomer.ts';
import { isPublicMailDomain } from '../../kernel/public-mail-domains.ts';
import { findDomainHolder, type RedeemedInvitation, redeemInvitation } from './queries.ts';
import { addMspMember } from './register-msp.ts';
import { addMember, makeOrganization, registerIndependentOrganization } from './register-organization.ts';
import { releaseAbandoned } from './release-abandoned.ts';

/** Which invitations each registration page takes (security rule 9: the kind is checked against the endpoint). */
export const invitationKinds = {
  organization: ['organization', 'org_member'],
  msp: ['msp_member'],
} as const;

type Redemption = { readonly token: string; readonly kinds: readonly string[] };

/**
 * Lets the invited person in, with the invited role and tenants (ruling R17). The handle has entered the tenant that the
 * token names. What fails later undoes the redemption as well.
 */
export async function joinByInvitation(
  db: OpenDb,
  kernel: RegistrationKernel,
  newcomer: Newcomer,
  { token, kinds }: Redemption,
): Promise<void> {
  const { email, now } = newcomer;
  const invitation = await redeemInvitation(db, { tokenHash: hashToken(token), kinds, now });
  if (invitation === undefined || invitation.email !== email) {
    throw new Refusal('invitation.not_found');
  }
  await releaseAbandoned(db, kernel, { email, isProven: true, now });
  audit(db, {
    category: 'User Management',
    log: `${fullName(newcomer)} accepted the invitation of ${invitation.inviterName}`,
    organizationId: invitation.organizationId,
    target: { type: 'invitation', id: invitation.id },
    by: { userId: null, name: fullName(newcomer) },
  });
  switch (invitation.kind) {
    case 'msp_member':
      await joinMsp(db, newcomer, invitation);
      return;
    case 'org_member':
      await joinOrganization(db, newcomer, invitation);
      return;
    case 'organization':
      await bringOrganization(db, newcomer, invitation);
      return;
  }
}

function mspRoleOf({ roleId }: RedeemedInvitation): MspRole {
  const role = mspRoles.find((candidate) => candidate === roleOfId(roleId));
  if (role === undefined) {
    throw new Refusal('invitation.not_found');
  }
  return role;
}

function organizationRoleOf({ roleId }: RedeemedInvitation): OrganizationRole {
  const role = organizationRoles.find((candidate) => candidate === roleOfId(roleId));
  if (role === undefined) {
    throw new Refusal('invitation.not_found');
  }
  return role;
}

async function joinMsp(db: OpenDb, newcomer: Newcomer, invitation: RedeemedInvitation): Promise<void> {
  // The platform's own people are made by a command alone (ruling R14).
  if (db.tenantId === platformTenantId) {
    throw new Refusal('invitation.not_found');
  }
  await addMspMember(db, newcomer, { role: mspRoleOf(invitation), organizationIds: invitation.organizationIds });
}

async function joinOrganization(db: OpenDb, newcomer: Newcomer, invitation: RedeemedInvitation): Promise<void> {
  const { organizationId } = invitation;
  if (organizationId === null) {
    throw new Refusal('invitation.not_found');
  }
  await joinActive(db, newcomer, { organizationId, role: organizationRoleOf(invitation) });
}

/** It may have been deactivated while the password was hashed: then nobody comes in, and the invitation stays as it was. */
async function joinActive(db: OpenDb, newcomer: Newcomer, place: Parameters<typeof addMember>[2]): Promise<void> {
  if (await isDeactivated(db, place.organizationId)) {
    throw new Refusal('invitation.not_found');
  }
  await addMember(db, newcomer, place);
}

/** A new organization under the inviting MSP, or the one that the MSP has under this domain already. */
async function bringOrganization(db: OpenDb, newcomer: Newcomer, invitation: RedeemedInvitation): Promise<void> {
  const role = organizationRoleOf(invitation);
  if (db.tenantId === platformTenantId) {
    await registerIndependentOrganization(db, newcomer, role);
    return;
  }
  const domain = domainOf(newcomer.email);
  const holder = isPublicMailDomain(domain) ? undefined : await findDomainHolder(db, domain, 'organization');
  const existing = holder?.tenantId === db.tenantId ? holder.organizationId : null;
  const organizationId = existing ?? (await makeOrganization(db, newcomer, db.tenantId));
  await joinActive(db, newcomer, { organizationId, role });
}
