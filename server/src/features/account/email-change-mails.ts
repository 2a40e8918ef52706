import type { Kernel } from '../../kernel/kernel.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import { doorOf } from '../../kernel/route.ts';
import { unseal } from '../../kernel/sealed.ts';
import { noOrigin, platformTenantId, type TenantDb } from '../../kernel/tenant.ts';
import { findAccount, findCredentials } from '../auth/queries.ts';

export const emailChangeJob = 'account.email_change';

type MailKernel = Pick<Kernel, 'secrets' | 'settings'>;
type Link = { readonly userId: number; readonly email: string; readonly token: string };

/**
 * Registers the job that mails to a new address: the link or, where the address has an account already, a note to its owner. An
 * account that nobody confirmed does not count: it gives way when the link is followed. All of it happens in the background, so
 * that neither the answer to the caller nor its time tells whether there is an account.
 */
export function mailEmailChanges(kernel: Kernel): void {
  kernel.jobs.handle(emailChangeJob, async ({ payload, enter }) => {
    const opened = (name: string) => unseal(kernel.secrets, String(payload[name]));
    const link = { userId: Number(payload['userId']), email: opened('email'), token: opened('token') };
    const door = doorOf(kernel, noOrigin);
    const holder = await door.enter(platformTenantId, (db) => findAccount(db, link.email));
    const isTold =
      holder !== undefined && (await door.enter(holder.tenantId, (db) => mailHolder(db, kernel, holder.userId)));
    if (!isTold) {
      await enter((db) => mailLink(db, kernel, link));
    }
  });
}

async function mailLink(db: TenantDb, kernel: MailKernel, { userId, email, token }: Link): Promise<void> {
  const person = await findCredentials(db, userId);
  if (person?.status !== 'active') {
    return;
  }
  const subject = 'Confirm your new e-mail address';
  const body = mailLayout({
    heading: subject,
    paragraphs: [
      `Hello ${person.firstName}, this is to become the e-mail address of your account.`,
      'Open the link below to confirm that the address is yours. It works for 24 hours.',
      'If you did not ask for it, ignore this mail: nothing changes.',
    ],
    action: {
      label: 'Confirm e-mail address',
      url: `${kernel.settings.publicUrl}/confirm-email?token=${token}`,
    },
    footer: `Sent to ${email} because somebody with an account asked for it.`,
  });
  const { organizationId } = person;
  await queueMail(db, kernel.secrets, {
    recipient: email,
    subject,
    ...body,
    organizationId,
  });
}

/** @returns whether the address has an account that somebody confirmed. */
async function mailHolder(db: TenantDb, kernel: MailKernel, userId: number): Promise<boolean> {
  const holder = await findCredentials(db, userId);
  if (holder === undefined || !holder.emailConfirmed) {
    return false;
  }
  if (holder.status === 'inactive') {
    return true;
  }
  const subject = 'Your e-mail address has an account already';
  const body = mailLayout({
    heading: subject,
    paragraphs: [
      'Somebody wanted to give your e-mail address to another account. It has an account already, and nothing about it has changed.',
      'If it was you, sign in with this address, or choose another one for the other account.',
    ],
    action: { label: 'Sign in', url: `${kernel.settings.publicUrl}/login` },
    footer: `Sent to ${holder.email} because it is the address of an account here.`,
  });
  await queueMail(db, kernel.secrets, { recipient: holder.email, subject, ...body });
  return true;
}
