import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type Place, revokeOpenInvitation, withdrawMail } from './queries.ts';

/** Withdraws an open invitation: its link opens nothing any more, and a mail that has not left stays here. */
export async function revokeInvitation(db: Place, { clock }: Pick<Kernel, 'clock'>, id: number): Promise<void> {
  const revoked = await revokeOpenInvitation(db, id, clock.now());
  if (revoked === undefined) {
    throw new Refusal('invitation.not_found');
  }
  if (revoked.mailId !== null) {
    await withdrawMail(db, revoked.mailId);
  }
  audit(db, {
    category: 'User Management',
    log: `Revoked the invitation of ${revoked.email}`,
    target: { type: 'invitation', id },
  });
}
