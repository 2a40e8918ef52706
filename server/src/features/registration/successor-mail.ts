import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import type { OpenDb } from '../../kernel/tenant.ts';
import type { RegistrationKernel } from './newcomer.ts';

/** Tells somebody who asked to join an MSP that it is theirs. */
export async function mailSuccessor(
  db: OpenDb,
  { secrets, settings }: RegistrationKernel,
  { email, mspName }: { readonly email: string; readonly mspName: string },
): Promise<void> {
  const subject = `You administer ${mspName} on Sentrywell`;
  const body = mailLayout({
    heading: subject,
    paragraphs: [
      `Whoever registered ${mspName} never confirmed an e-mail address, and you were the first to ask to join: you are its administrator now.`,
      'You can sign in with your e-mail address and password. Others who ask to join wait for you on the team page.',
    ],
    action: { label: 'Sign in', url: `${settings.publicUrl}/login` },
    footer: 'You get this mail because you registered with this address.',
  });
  await queueMail(db, secrets, { recipient: email, subject, ...body });
}
