import type { Kernel } from '../../kernel/kernel.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import type { TenantDb } from '../../kernel/tenant.ts';

type Recipient = { readonly email: string; readonly organizationId: number | null };

/** Tells a person that something about their account's security changed, in case it was not they who did it. */
export async function notify(
  db: TenantDb,
  { secrets, settings }: Pick<Kernel, 'secrets' | 'settings'>,
  { email, organizationId }: Recipient,
  what: { readonly subject: string; readonly sentence: string },
): Promise<void> {
  const body = mailLayout({
    heading: what.subject,
    paragraphs: [what.sentence, 'If this was you, there is nothing to do. If not, choose a new password now.'],
    action: { label: 'Choose a new password', url: `${settings.publicUrl}/reset-password` },
    footer: `Sent to ${email} because it is the address of an account here.`,
  });
  await queueMail(db, secrets, {
    recipient: email,
    subject: what.subject,
    ...body,
    organizationId,
  });
}
