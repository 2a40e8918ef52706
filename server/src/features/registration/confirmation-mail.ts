import type { Kernel } from '../../kernel/kernel.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import { newToken } from '../../kernel/token.ts';
import type { OpenDb } from '../../kernel/tenant.ts';
import { addToken } from '../auth/token-queries.ts';
import { type Choice, fullName } from './newcomer.ts';

/** How long a confirmation link works. */
export const confirmationHours = 24;

type Waiting = { readonly userId: number; readonly email: string };

/**
 * Mails one link for each registration. Following it confirms the address and makes the name and password of that registration count.
 * Whoever registered with the address before may have been a stranger, whose choice must not.
 */
export async function mailConfirmation(
  db: OpenDb,
  kernel: Pick<Kernel, 'clock' | 'secrets' | 'settings'>,
  { userId, email }: Waiting,
  choices: readonly Choice[],
): Promise<void> {
  const now = kernel.clock.now();
  const expiresAt = new Date(now.getTime() + confirmationHours * 3_600_000);
  const actions: { label: string; url: string }[] = [];
  for (const { chosen, registeredAt } of choices) {
    const { firstName, lastName, passwordHash } = chosen;
    const { token, hash } = newToken(db.tenantId);
    const payload = { firstName, lastName, passwordHash, registeredAt: registeredAt.toISOString() };
    await addToken(db, { purpose: 'confirm_email', userId, tokenHash: hash, payload, now, expiresAt });
    const url = `${kernel.settings.publicUrl}/confirm-email?token=${token}`;
    const label = `Confirm the registration of ${fullName(chosen)}, ${shown(registeredAt)}`;
    actions.push({ label: choices.length === 1 ? 'Confirm e-mail address' : label, url });
  }
  const subject = 'Confirm your e-mail address';
  const body = mailLayout({
    heading: subject,
    paragraphs: [
      ...paragraphsOf(choices),
      'If you did not register, ignore this mail: without confirmation nobody can sign in.',
      // Strangers may have used them up before the owner came.
      'Only a few such mails a day are sent to an address: a registration beyond them gets no link.',
    ],
    action: actions,
    footer: `Sent to ${email} because somebody registered with it.`,
  });
  await queueMail(db, kernel.secrets, { recipient: email, subject, ...body });
}

function paragraphsOf(choices: readonly Choice[]): readonly string[] {
  const [only, ...others] = choices;
  return only !== undefined && others.length === 0
    ? [
        `Hello ${only.chosen.firstName}, an account was registered with this address.`,
        'Open the link below to confirm that the address is yours. It works for 24 hours.',
        'You will sign in with the password that was chosen in this registration. Any other registration with this address then ends.',
      ]
    : [
        'Hello, an account was registered with this address more than once, and not every time necessarily by you.',
        'Open the link of your own registration to confirm that the address is yours. Each link works for 24 hours.',
        'You will sign in with the password that was chosen in that registration. Any other registration with this address then ends.',
      ];
}

/** '2026-11-21 08:55:30 UTC' */
function shown(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
