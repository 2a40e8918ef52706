import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import { onField } from '../../kernel/refusal.ts';
import { endSessionsOf } from '../../kernel/session.ts';
import type { OpenDb, TenantDb } from '../../kernel/tenant.ts';
import { signInEntry } from './complete-sign-in.ts';
import { type Credentials, lockCredentials, replaceAddress } from './queries.ts';
import { findSpentToken, findToken, spendToken } from './token-queries.ts';

type EmailKernel = Pick<Kernel, 'clock' | 'secrets' | 'settings'>;

/** Somebody already known gets a new address; `session` is the hash of the one session that stays open. */
export type NewEmail = {
  readonly credentials: Credentials;
  readonly email: string;
  readonly session: Buffer | undefined;
};

/** @throws Refusal when the address has an account. */
export async function replaceEmail(
  db: TenantDb,
  kernel: EmailKernel,
  { credentials, email, session }: NewEmail,
): Promise<void> {
  const now = kernel.clock.now();
  const { userId } = credentials;
  const before = await replaceAddress(db, { userId, email, now });
  if (before === undefined) {
    throw onField('email', 'registration.email_taken');
  }
  await endSessionsOf(db, userId, { now, limits: kernel.settings.session }, session);
  await tellOldAddress(db, kernel, { before, email, organizationId: credentials.organizationId });
  audit(db, {
    ...signInEntry(credentials),
    log: `E-mail address changed from ${before} to ${email}; other sessions ended`,
  });
}

type Change = { readonly before: string; readonly email: string; readonly organizationId: number | null };

async function tellOldAddress(
  db: TenantDb,
  { secrets }: EmailKernel,
  { before, email, organizationId }: Change,
): Promise<void> {
  const subject = 'Your e-mail address was changed';
  const body = mailLayout({
    heading: subject,
    paragraphs: [
      `Your account now has the address ${email}. Sign in with it; all other sessions were ended.`,
      'If this was not you, tell your administrator at once.',
    ],
    footer: `Sent to ${before} because it was the address of the account until now.`,
  });
  await queueMail(db, secrets, {
    recipient: before,
    subject,
    ...body,
    organizationId,
  });
}

type Following = {
  readonly tokenHash: Buffer;
  readonly session: Buffer | undefined;
  /** Ends a registration with the address that nobody confirmed: whoever follows the link has shown whose the address is. */
  readonly makeWay: (email: string) => Promise<void>;
};

/**
 * The link out of the mail to a new address. @returns whether it was one: opened again it says so again, and changes nothing.
 */
export async function confirmNewEmail(
  db: OpenDb,
  kernel: EmailKernel,
  { tokenHash, session, makeWay }: Following,
): Promise<boolean> {
  const key = { purpose: 'change_email', tokenHash, now: kernel.clock.now() } as const;
  const link = (await findToken(db, key)) ?? (await findSpentToken(db, key));
  // The person before the link, as everybody takes the two who removes them or gives them a new password: none waits for the other.
  const credentials = link === undefined ? undefined : await lockCredentials(db, link.userId);
  const email = String(link?.payload['email']);
  if ((await spendToken(db, key)) !== undefined && credentials?.status === 'active') {
    await makeWay(email);
    await replaceEmail(db, kernel, { credentials, email, session });
    return true;
  }
  return credentials?.email === email;
}
