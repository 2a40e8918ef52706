import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import { endSessionsOf } from '../../kernel/session.ts';
import { closeAllTokens } from '../auth/token-queries.ts';
import { revokeInvitationsOf } from '../invitations/revoke-invitation.ts';
import { getChangeableMember } from './get-changeable-member.ts';
import { changeStatus, type TeamDb } from './queries.ts';

/** Deactivates somebody: their sessions, the links they were mailed and the invitations they sent end, their trail stays (ruling R22). */
export async function deactivateMember(
  db: TeamDb,
  kernel: Pick<Kernel, 'clock' | 'settings'>,
  actor: Actor,
  userId: number,
): Promise<void> {
  const { name, email } = await getChangeableMember(db, actor, { userId, staysAdmin: false });
  const now = kernel.clock.now();
  if (!(await changeStatus(db, userId, { to: 'inactive', now }))) {
    throw new Refusal('person.not_active');
  }
  await endSessionsOf(db, userId, { now, limits: kernel.settings.session });
  await closeAllTokens(db, userId, now);
  await revokeInvitationsOf(db, kernel, { userId, name, stillGives: [] });
  audit(db, {
    category: 'User Management',
    log: `Deactivated ${name} (${email})`,
    target: { type: 'user', id: userId },
  });
}

/** Lets a deactivated person sign in again, with the role and the organizations they had. */
export async function reactivateMember(
  db: TeamDb,
  { clock }: Pick<Kernel, 'clock'>,
  actor: Actor,
  userId: number,
): Promise<void> {
  const { name, email } = await getChangeableMember(db, actor, { userId, staysAdmin: true });
  if (!(await changeStatus(db, userId, { to: 'active', now: clock.now() }))) {
    throw new Refusal('person.already_active');
  }
  audit(db, {
    category: 'User Management',
    log: `Reactivated ${name} (${email})`,
    target: { type: 'user', id: userId },
  });
}
