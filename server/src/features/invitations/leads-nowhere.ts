import type { InvitationKind } from '@sentrywell/contract/invitations.ts';
import { domainOf } from '@sentrywell/contract/shapes.ts';
import { isPublicMailDomain } from '../../kernel/public-mail-domains.ts';
import type { TenantDb } from '../../kernel/tenant.ts';
import { findOwnOrganization, isDeactivated } from './queries.ts';

type Invited = { readonly kind: InvitationKind; readonly email: string };

/**
 * Whether an invitation to bring an organization leads into one that the tenant has already (ruling R17) and has deactivated: whoever
 * came with it could not sign in.
 */
export async function leadsNowhere(db: TenantDb, { kind, email }: Invited): Promise<boolean> {
  const domain = domainOf(email);
  if (kind !== 'organization' || isPublicMailDomain(domain)) {
    return false;
  }
  const organizationId = await findOwnOrganization(db, domain);
  return organizationId !== undefined && isDeactivated(db, organizationId);
}
