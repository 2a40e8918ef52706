import { domainOf, wrongDomainMessage } from '@sentrywell/contract/shapes.ts';
import { audit } from '../../kernel/audit.ts';
import { queueJob } from '../../kernel/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { isPublicMailDomain } from '../../kernel/public-mail-domains.ts';
import { onField, Refusal } from '../../kernel/refusal.ts';
import type { Enter } from '../../kernel/route.ts';
import { seal } from '../../kernel/sealed.ts';
import type { Actor } from '../../kernel/actor.ts';
import { rotateSession } from '../../kernel/session.ts';
import { newToken } from '../../kernel/token.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { countCall, throttleKey } from '../../kernel/throttle.ts';
import { tooMany } from '../../kernel/too-many.ts';
import { notify } from '../auth/notify.ts';
import { holdOwnPerson, lockCredentials } from '../auth/queries.ts';
import { replaceEmail } from '../auth/replace-email.ts';
import { mustBeConfirmed } from '../auth/step-up.ts';
import { closeTokens, insertToken } from '../auth/token-queries.ts';
import { emailChangeJob } from './email-change-mails.ts';
import { ownEntry } from './own-entry.ts';

type EmailKernel = Pick<Kernel, 'clock' | 'secrets' | 'settings'>;

/** How long the link to a new address works. */
const linkHours = 24;
const day = 86_400;
const changesADay = 10;
const mailsADay = 5;

export type ChangedEmail =
  | { readonly next: 'confirm_email' }
  | { readonly next: 'changed'; readonly token: string; readonly remembered: boolean };

/**
 * Changes one's own address. Where mail is sent, the new one must prove itself first, and the answer is the same for an
 * address that has an account (ruling R17); else it changes at once.
 */
export async function changeEmail(
  enter: Enter<{ readonly kind: 'person' }>,
  kernel: EmailKernel,
  email: string,
): Promise<ChangedEmail> {
  const waitSeconds = await enter((db, actor) => countChange(db, kernel, actor, email));
  if (waitSeconds > 0) {
    throw tooMany('request.too_many', waitSeconds);
  }
  return enter((db, actor) =>
    kernel.settings.smtpUrl === undefined ? changeNow(db, kernel, actor, email) : askForProof(db, kernel, actor, email),
  );
}

/** Committed whatever follows, so that nobody tries out which addresses have an account. @returns seconds to wait. */
async function countChange(
  db: PersonDb,
  { clock, settings }: EmailKernel,
  actor: Actor,
  email: string,
): Promise<number> {
  mustBeConfirmed(actor, { clock });
  mustFit(actor, email);
  const factor = Math.max(1, settings.rateLimitFactor);
  const own = throttleKey('change_email:person', actor.tenantId, actor.userId);
  const recipient = throttleKey('change_email:recipient', email);
  const now = clock.now();
  const waits = await Promise.all([
    countCall(db, { key: own, limit: changesADay * factor, windowSeconds: day }, now),
    countCall(db, { key: recipient, limit: mailsADay * factor, windowSeconds: day }, now),
  ]);
  return Math.max(...waits);
}

/** People of an MSP stay in its domain: it decides whom they invite and who may ask to join (rulings R15 and R18). */
function mustFit(actor: Actor, email: string): void {
  const domain = domainOf(actor.email);
  if (email === actor.email) {
    throw onField('email', 'email.unchanged');
  }
  const isBound = actor.userType === 'msp' && !actor.isRootUser && !isPublicMailDomain(domain);
  if (isBound && domainOf(email) !== domain) {
    throw onField('email', 'email.wrong_domain', wrongDomainMessage(domain));
  }
}

async function changeNow(db: PersonDb, kernel: EmailKernel, actor: Actor, email: string): Promise<ChangedEmail> {
  // The person before the session, as everybody takes them who ends somebody's sessions: none waits for the other.
  const credentials = await lockCredentials(db, actor.userId);
  if (credentials === undefined) {
    throw new Refusal('session.missing');
  }
  const { token, hash, remembered } = await rotateSession(db, actor, kernel.clock.now());
  await replaceEmail(db, kernel, { credentials, email, session: hash });
  return { next: 'changed', token, remembered };
}

async function askForProof(db: PersonDb, kernel: EmailKernel, actor: Actor, email: string): Promise<ChangedEmail> {
  const { clock, secrets } = kernel;
  await holdOwnPerson(db, actor);
  const now = clock.now();
  const { token, hash } = newToken(db.tenantId);
  await insertToken(db, {
    purpose: 'change_email',
    userId: actor.userId,
    tokenHash: hash,
    payload: { email },
    now,
    expiresAt: new Date(now.getTime() + linkHours * 3_600_000),
  });
  await queueJob(db, {
    kind: emailChangeJob,
    payload: {
      userId: actor.userId,
      email: seal(secrets.encryptionKey, email),
      token: seal(secrets.encryptionKey, token),
    },
  });
  await notify(
    db,
    kernel,
    { email: actor.email, organizationId: actor.orgId },
    {
      subject: 'A new e-mail address for your account',
      sentence: `The address of your account is about to change to ${email}. It changes when the link that we sent there is opened; choosing a new password stops the change.`,
    },
  );
  audit(db, ownEntry(actor, `Asked to change their e-mail address to ${email}`));
  return { next: 'confirm_email' };
}

/** Keeps the address: the link that was mailed to the new one stops working. */
export async function cancelEmailChange(db: PersonDb, { clock }: Pick<Kernel, 'clock'>, actor: Actor): Promise<void> {
  await holdOwnPerson(db, actor);
  const closed = await closeTokens(db, { purpose: 'change_email', userId: actor.userId, now: clock.now() });
  audit(db, ownEntry(actor, closed > 0 ? 'Kept their e-mail address' : 'Kept their e-mail address: no change waited'));
}
