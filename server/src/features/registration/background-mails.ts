import { audit } from '../../kernel/audit.ts';
import { queueJob } from '../../kernel/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import { type Door, doorOf } from '../../kernel/route.ts';
import { seal, unseal } from '../../kernel/sealed.ts';
import { noOrigin, type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { countCall, throttleKey } from '../../kernel/throttle.ts';
import { findAccount } from '../auth/queries.ts';
import { mailConfirmation } from './confirmation-mail.ts';
import { findUnconfirmed, getPerson } from './queries.ts';

/**
 * Mails to an address that may or may not have an account. The look-up is done in the background, so that the answer to the
 * caller and its time say nothing about the account.
 */
const kinds = { confirm: 'account.confirmation', tellOwner: 'account.registered_again' } as const;
const sentences = {
  confirm: 'Confirmation mail asked for',
  tellOwner: 'Registration with an address that may have an account:',
} as const;
const mailsADay = 5;

type MailKernel = Pick<Kernel, 'clock' | 'secrets' | 'settings'>;

export async function queueAccountMail(
  door: Door,
  { clock, secrets, settings }: MailKernel,
  what: keyof typeof kinds,
  email: string,
): Promise<void> {
  await door.enter(platformTenantId, async (db) => {
    const limit = mailsADay * Math.max(1, settings.rateLimitFactor);
    const key = throttleKey(`${kinds[what]}:recipient`, email);
    const isTooOften = (await countCall(db, { key, limit, windowSeconds: 86_400 }, clock.now())) > 0;
    if (!isTooOften) {
      await queueJob(db, { kind: kinds[what], payload: { email: seal(secrets.encryptionKey, email) } });
    }
    audit(db, {
      category: 'User Management',
      log: `${sentences[what]} ${email}`,
      result: isTooOften ? 'refused' : 'success',
      by: { userId: null, name: 'Unknown' },
    });
  });
}

/** Registers the jobs. */
export function sendAccountMails(kernel: Kernel): void {
  const handle = (kind: string, write: (db: OpenDb, userId: number) => Promise<void>) =>
    kernel.jobs.handle(kind, async ({ payload }) => {
      const email = unseal(kernel.secrets.encryptionKey, String(payload['email']));
      const door = doorOf(kernel, noOrigin);
      const account = await door.enter(platformTenantId, (db) => findAccount(db, email));
      if (account !== undefined) {
        await door.enter(account.tenantId, (db) => write(db, account.userId));
      }
    });
  handle(kinds.confirm, async (db, userId) => {
    const person = await findUnconfirmed(db, userId);
    if (person !== undefined) {
      await mailConfirmation(db, kernel, person);
    }
  });
  handle(kinds.tellOwner, (db, userId) => mailOwner(db, kernel, userId));
}

/** Somebody registered, or redeemed an invitation, with an address that has an account: only its owner is told. */
async function mailOwner(db: OpenDb, kernel: MailKernel, userId: number): Promise<void> {
  const unconfirmed = await findUnconfirmed(db, userId);
  if (unconfirmed !== undefined) {
    await mailConfirmation(db, kernel, unconfirmed);
    return;
  }
  const { email, organizationId, status } = await getPerson(db, userId);
  if (status === 'inactive') {
    return;
  }
  const { publicUrl } = kernel.settings;
  const subject = 'You already have an account';
  const body = mailLayout({
    heading: subject,
    paragraphs: [
      'Somebody tried to register with your e-mail address. You have an account already, and nothing about it has changed.',
      'If it was you, sign in with it; if you have forgotten the password, choose "Reset Password" there.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    footer: `Sent to ${email} because it is the address of an account here.`,
  });
  await queueMail(db, kernel.secrets, {
    recipient: email,
    subject,
    ...body,
    ...(organizationId === null ? {} : { organizationId }),
  });
}
