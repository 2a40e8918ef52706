import type { Kernel } from '../../kernel/kernel.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import { newSecret } from '../../kernel/session.ts';
import type { OpenDb } from '../../kernel/tenant.ts';
import { addToken } from '../auth/token-queries.ts';
import type { Chosen } from './newcomer.ts';

/** How long a confirmation link works. */
export const confirmationHours = 24;

type Waiting = { readonly userId: number; readonly email: string };

/**
 * Mails a link that confirms the address and brings what this registration chose. Whoever registered with the address before may
 * have been a stranger: following the link must not make theirs count.
 */
export async function mailConfirmation(
  db: OpenDb,
  { clock, secrets, settings }: Pick<Kernel, 'clock' | 'secrets' | 'settings'>,
  { userId, email }: Waiting,
  { firstName, lastName, passwordHash }: Chosen,
): Promise<void> {
  const now = clock.now();
  const { token, hash } = newSecret(db.tenantId);
  const expiresAt = new Date(now.getTime() + confirmationHours * 3_600_000);
  const payload = { firstName, lastName, passwordHash };
  await addToken(db, { purpose: 'confirm_email', userId, tokenHash: hash, payload, now, expiresAt });
  const subject = 'Confirm your e-mail address';
  const body = mailLayout({
    heading: subject,
    paragraphs: [
      `Hello ${firstName}, an account was registered with this address.`,
      'Open the link below to confirm that the address is yours. It works for 24 hours.',
      'You sign in with the password that was chosen in this registration. Every other one with the address is over then.',
      'If you did not register, ignore this mail: without confirmation nobody can sign in.',
    ],
    action: { label: 'Confirm e-mail address', url: `${settings.publicUrl}/confirm-email?token=${token}` },
    footer: `Sent to ${email} because somebody registered with it.`,
  });
  await queueMail(db, secrets, { recipient: email, subject, ...body });
}
