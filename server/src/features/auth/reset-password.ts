import { minimumPasswordLength } from '@sentrywell/contract/password-strength.ts';
import { audit } from '../../kernel/audit.ts';
import { queueJob } from '../../kernel/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import { mustBeGoodPassword } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type Door, doorOf } from '../../kernel/route.ts';
import { seal, unseal } from '../../kernel/sealed.ts';
import { endSessionsOf } from '../../kernel/session.ts';
import { hashToken, newToken, tenantOfToken } from '../../kernel/token.ts';
import { noOrigin, type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { countCall, limitOpenCalls, throttleKey } from '../../kernel/throttle.ts';
import { isShortPassword, ownerOf, passwordChanged } from './change-password.ts';
import { signInEntry } from './complete-sign-in.ts';
import { confirmAddress } from './confirm-address.ts';
import { notify } from './notify.ts';
import { type Credentials, findAccount, findCredentials, lockCredentials, replacePassword } from './queries.ts';
import { findToken, insertToken, spendToken } from './token-queries.ts';

type ResetKernel = Pick<Kernel, 'settings' | 'secrets' | 'clock'>;

const mailJob = 'account.password_reset';
const linkMinutes = 60;
const hour = 3_600;
const day = 24 * hour;

/**
 * Takes the wish for a reset mail. Whether the address has an account is looked up later, in the background: the answer and
 * its time are the same for every address.
 */
export async function requestPasswordReset(door: Door, kernel: ResetKernel, email: string): Promise<void> {
  const { clock, secrets, settings } = kernel;
  await limitOpenCalls(door, kernel, { what: 'password_reset', limit: 20, windowSeconds: hour });
  await door.enter(platformTenantId, async (db) => {
    // Five mails a day to one address (security rule 13); more wishes are answered the same, and forgotten.
    const limit = 5 * Math.max(1, settings.rateLimitFactor);
    const key = throttleKey('password_reset:recipient', email);
    const isTooOften = (await countCall(db, { key, limit, windowSeconds: day }, clock.now())) > 0;
    if (!isTooOften) {
      await queueJob(db, { kind: mailJob, payload: { email: seal(secrets.encryptionKey, email) } });
    }
    audit(db, {
      category: 'Authentication',
      log: `Password reset asked for ${email}`,
      result: isTooOften ? 'refused' : 'success',
      by: { userId: null, name: 'Unknown' },
    });
  });
}

/** Registers the job that looks for the account and mails the link. */
export function mailPasswordResets(kernel: Kernel): void {
  const { jobs, secrets } = kernel;
  jobs.handle(mailJob, async ({ payload }) => {
    const email = unseal(secrets, String(payload['email']));
    const door = doorOf(kernel, noOrigin);
    const account = await door.enter(platformTenantId, (db) => findAccount(db, email));
    if (account !== undefined) {
      await door.enter(account.tenantId, (db) => mailLink(db, kernel, account.userId));
    }
  });
}

async function mailLink(db: OpenDb, { clock, secrets, settings }: ResetKernel, userId: number): Promise<void> {
  // Held until the link is there: a removal that comes later ends it with the others, and one that came first is seen.
  const credentials = await lockCredentials(db, userId);
  if (credentials === undefined || credentials.status === 'inactive') {
    return;
  }
  const now = clock.now();
  const { token, hash } = newToken(db.tenantId);
  const expiresAt = new Date(now.getTime() + linkMinutes * 60_000);
  await insertToken(db, { purpose: 'reset_password', userId, tokenHash: hash, payload: {}, now, expiresAt });
  const subject = 'Choose a new password';
  const body = mailLayout({
    heading: subject,
    paragraphs: [
      `Hello ${credentials.firstName}, somebody asked for a new password for your account.`,
      'The link below works once and for one hour. If it was not you, ignore this mail: nothing has changed.',
    ],
    action: { label: 'Choose a new password', url: `${settings.publicUrl}/reset-password?token=${token}` },
    footer: `Sent to ${credentials.email} because a password reset was asked for.`,
  });
  const { organizationId } = credentials;
  await queueMail(db, secrets, {
    recipient: credentials.email,
    subject,
    ...body,
    organizationId,
  });
  audit(db, {
    ...signInEntry(credentials),
    by: { userId: null, name: 'Unknown' },
    log: `Password reset mailed to ${credentials.email}`,
  });
}

async function limitLinks(door: Door, kernel: ResetKernel): Promise<void> {
  await limitOpenCalls(door, kernel, { what: 'password_reset:link', limit: 60, windowSeconds: hour });
}

/** Whose link it is. @throws Refusal the same for a used, expired and unknown one. */
async function credentialsOfLink(door: Door, { clock }: ResetKernel, token: string): Promise<Credentials> {
  const tenantId = tenantOfToken(token);
  const found =
    tenantId === undefined
      ? undefined
      : await door.enter(tenantId, async (db) => {
          const key = { purpose: 'reset_password', tokenHash: hashToken(token), now: clock.now() } as const;
          const link = await findToken(db, key);
          return link === undefined ? undefined : findCredentials(db, link.userId);
        });
  if (found === undefined || found.status === 'inactive') {
    throw new Refusal('password.link_invalid');
  }
  return found;
}

/** For the page: whom the link is for and which rules apply. */
export async function findPasswordReset(door: Door, kernel: ResetKernel, token: string) {
  await limitLinks(door, kernel);
  const { hasSecondFactor, ...person } = ownerOf(await credentialsOfLink(door, kernel, token));
  return { ...person, minimumLength: minimumPasswordLength(hasSecondFactor) };
}

/** Sets the new password and ends every session; the person signs in again, with the second factor they may have. */
export async function resetPassword(
  door: Door,
  kernel: ResetKernel,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  await limitLinks(door, kernel);
  const credentials = await credentialsOfLink(door, kernel, token);
  mustBeGoodPassword(password, ownerOf(credentials));
  const passwordHash = await hashPassword(kernel.secrets.passwordPepper, password);
  const { userId } = credentials;
  await door.enter(tenantOfToken(token) ?? platformTenantId, async (db) => {
    const now = kernel.clock.now();
    // Once more: see changePassword.
    mustBeGoodPassword(password, ownerOf((await lockCredentials(db, userId)) ?? credentials));
    const link = await spendToken(db, { purpose: 'reset_password', tokenHash: hashToken(token), now });
    if (link === undefined) {
      throw new Refusal('password.link_invalid');
    }
    await replacePassword(db, { userId, passwordHash, isShort: isShortPassword(password), now });
    await confirmAddress(db, userId, now);
    await endSessionsOf(db, userId, { now, limits: kernel.settings.session });
    await notify(db, kernel, credentials, passwordChanged);
    audit(db, { ...signInEntry(credentials), log: 'Password reset with a mailed link; all sessions ended' });
  });
}
