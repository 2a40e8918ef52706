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
import { chosenIn, registeredIn, sealChosen, unsealChosen } from './chosen.ts';
import { mailConfirmation } from './confirmation-mail.ts';
import { endLinks, findUnconfirmed, type Unconfirmed } from './confirmation-queries.ts';
import type { Choice, Chosen } from './newcomer.ts';
import { getPerson } from './queries.ts';

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

type AccountMail = {
  readonly what: keyof typeof kinds;
  readonly email: string;
  /** What the registration chose that found the address taken: of an account that waits to be confirmed it may be the owner's. */
  readonly chosen?: Chosen;
};

export async function queueAccountMail(
  door: Door,
  { clock, secrets, settings }: MailKernel,
  { what, email, chosen }: AccountMail,
): Promise<void> {
  await door.enter(platformTenantId, async (db) => {
    const limit = mailsADay * Math.max(1, settings.rateLimitFactor);
    const key = throttleKey(`${kinds[what]}:recipient`, email);
    const isTooOften = (await countCall(db, { key, limit, windowSeconds: 86_400 }, clock.now())) > 0;
    if (!isTooOften) {
      const { encryptionKey } = secrets;
      const brought = chosen === undefined ? {} : { chosen: sealChosen(encryptionKey, chosen) };
      await queueJob(db, { kind: kinds[what], payload: { email: seal(encryptionKey, email), ...brought } });
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
  type Write = (db: OpenDb, userId: number, chosen: Chosen | undefined) => Promise<void>;
  const handle = (kind: string, write: Write) =>
    kernel.jobs.handle(kind, async ({ payload }) => {
      const email = unseal(kernel.secrets, String(payload['email']));
      const chosen = unsealChosen(kernel.secrets, payload['chosen']);
      const door = doorOf(kernel, noOrigin);
      const account = await door.enter(platformTenantId, (db) => findAccount(db, email));
      if (account !== undefined) {
        await door.enter(account.tenantId, (db) => write(db, account.userId, chosen));
      }
    });
  handle(kinds.confirm, async (db, userId) => {
    const person = await findUnconfirmed(db, userId);
    if (person !== undefined) {
      await mailAgain(db, kernel, person);
    }
  });
  handle(kinds.tellOwner, (db, userId, chosen) => mailOwner(db, kernel, userId, chosen));
}

/**
 * Mails a new link for each registration with the address, the latest first; the earlier links stop working. All of them, because
 * neither whoever asks nor whoever registered last is known to be the owner.
 */
async function mailAgain(db: OpenDb, kernel: MailKernel, person: Unconfirmed): Promise<void> {
  const links = await endLinks(db, person.userId);
  const choices = links.map(({ payload, createdAt }): Choice => {
    return { chosen: chosenIn(payload) ?? person, registeredAt: registeredIn(payload) ?? new Date(createdAt) };
  });
  choices.sort((one, other) => other.registeredAt.getTime() - one.registeredAt.getTime());
  const first = { chosen: person, registeredAt: new Date(person.createdAt) };
  await mailConfirmation(db, kernel, person, choices.length === 0 ? [first] : choices);
}

/** Somebody registered, or redeemed an invitation, with an address that has an account: only its owner is told. */
async function mailOwner(db: OpenDb, kernel: MailKernel, userId: number, chosen: Chosen | undefined): Promise<void> {
  const unconfirmed = await findUnconfirmed(db, userId);
  if (unconfirmed !== undefined) {
    await (chosen === undefined
      ? mailAgain(db, kernel, unconfirmed)
      : mailConfirmation(db, kernel, unconfirmed, [{ chosen, registeredAt: kernel.clock.now() }]));
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
    organizationId,
  });
}
