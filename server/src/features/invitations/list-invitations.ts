import type { OpenInvitation } from '@sentrywell/contract/invitations.ts';
import { listedRoleNames, roleOfId } from '@sentrywell/contract/permissions.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { listInvitations, type Place } from './queries.ts';

/** The open invitations of an MSP or an organization, with what became of their mail. */
export async function listOpenInvitations(db: Place, { clock }: Pick<Kernel, 'clock'>): Promise<OpenInvitation[]> {
  const rows = await listInvitations(db, clock.now());
  return rows.flatMap(({ roleId, ...row }) => {
    const role = roleOfId(roleId);
    return role === undefined ? [] : [{ ...row, role, roleName: listedRoleNames[role] }];
  });
}
