import { type Role, roleIds } from '@sentrywell/contract/permissions.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { TenantDb } from '../../kernel/tenant.ts';
import { type Place, revokeInvitationsBy, revokeOpenInvitation, withdrawMails } from './queries.ts';

/** Withdraws an open invitation: its link opens nothing any more, and a mail that has not left stays here. */
export async function revokeInvitation(db: Place, { clock }: Pick<Kernel, 'clock'>, id: number): Promise<void> {
  const revoked = await revokeOpenInvitation(db, id, clock.now());
  if (revoked === undefined) {
    throw new Refusal('invitation.not_found');
  }
  await withdrawMails(db, [revoked.mailId]);
  audit(db, {
    category: 'User Management',
    log: `Revoked the invitation of ${revoked.email}`,
    target: { type: 'invitation', id },
  });
}

type Loss = { readonly userId: number; readonly name: string; readonly stillGives: readonly Role[] };

/** Whoever loses the right to invite must not come back, or let others in, through what they sent before. */
export async function revokeInvitationsOf(
  db: TenantDb,
  { clock }: Pick<Kernel, 'clock'>,
  { userId, name, stillGives }: Loss,
): Promise<void> {
  const roles = stillGives.map((role) => roleIds[role]);
  const revoked = await revokeInvitationsBy(db, { invitedBy: userId, stillGives: roles, now: clock.now() });
  if (revoked.length === 0) {
    return;
  }
  await withdrawMails(
    db,
    revoked.map(({ mailId }) => mailId),
  );
  // In the log of each place that they led into: an organization reads no other.
  for (const [organizationId, { length }] of Map.groupBy(revoked, (invitation) => invitation.organizationId)) {
    audit(db, {
      category: 'User Management',
      log: `Revoked ${length === 1 ? 'an open invitation' : `${length} open invitations`} sent by ${name}`,
      organizationId,
      target: { type: 'user', id: userId },
    });
  }
}
