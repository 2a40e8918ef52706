import type { MspRole } from '@sentrywell/contract/permissions.ts';
import { domainOf, wrongDomainMessage } from '@sentrywell/contract/shapes.ts';
import { onField, Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { countOrganizations, findMspName } from './queries.ts';
import { type InvitationKernel, type Sent, sendInvitation } from './send-invitation.ts';

type Invitation = { readonly email: string; readonly role: MspRole; readonly tenantIds: readonly number[] };

/** Invites a colleague: an address of the inviter's own domain, for organizations of the inviter's own MSP (specification §5). */
export async function inviteMspMember(
  db: MspDb,
  kernel: InvitationKernel,
  actor: Actor,
  { email, role, tenantIds }: Invitation,
): Promise<Sent> {
  const placeName = await findMspName(db);
  if (placeName === undefined) {
    throw new Refusal('msp.not_found');
  }
  const domain = domainOf(actor.email);
  if (domainOf(email) !== domain) {
    throw onField('email', 'invitation.wrong_domain', wrongDomainMessage(domain));
  }
  const organizationIds = [...new Set(tenantIds)];
  if ((await countOrganizations(db, organizationIds)) !== organizationIds.length) {
    throw new Refusal('organization.not_found');
  }
  return sendInvitation(db, kernel, actor, { kind: 'msp_member', email, role, placeName, organizationIds });
}
