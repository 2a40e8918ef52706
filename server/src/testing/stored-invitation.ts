import { type Role, roleIds } from '@sentrywell/contract/permissions.ts';
import { newToken } from '../kernel/token.ts';
import type { World } from './world.ts';

export type StoredInvitation = {
  readonly tenantId?: number;
  readonly kind: 'msp_member' | 'organization' | 'org_member';
  readonly role: Role;
  readonly email: string;
  readonly organizationId?: number;
  readonly organizationIds?: readonly number[];
  /** What is changed afterwards, as SQL: `used_at = now()`. */
  readonly change?: string;
};

/** An invitation as the inviter's call leaves it. @returns the token of its link. */
export async function storeInvitation(world: World, invitation: StoredInvitation): Promise<string> {
  const { tenantId = world.msps.harbor, kind, role, email, organizationId = null, organizationIds = [] } = invitation;
  const { token, hash } = newToken(tenantId);
  await world.owner(
    `insert into invitations (tenant_id, token_hash, kind, organization_id, email, role_id, organization_ids, invited_by,
       inviter_name, expires_at) values ($1, $2, $3, $4, $5, $6, $7, 1, 'Hannah Harbor', now() + interval '7 days')`,
    [tenantId, hash, kind, organizationId, email, roleIds[role], organizationIds],
  );
  if (invitation.change !== undefined) {
    await world.owner(`update invitations set ${invitation.change} where token_hash = $1`, [hash]);
  }
  return token;
}
