import type { ContactMessage } from '@sentrywell/contract/contact.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { queueMail } from '../../kernel/mail.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { takeQuotas } from '../../kernel/quota.ts';
import type { Door } from '../../kernel/route.ts';
import { type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { networkOf } from '../../kernel/throttle.ts';
import { insertMessage, rootUserEmails } from './queries.ts';

type ContactKernel = Pick<Kernel, 'clock' | 'secrets' | 'settings'>;
const hour = 3_600;
const day = 24 * hour;

/** Keeps a message and mails it to the operator; what a program filled in is dropped, and the program is not told. */
export async function sendContactMessage(
  door: Door,
  kernel: ContactKernel,
  { website, ...message }: ContactMessage,
): Promise<void> {
  const by = { userId: null, name: 'Visitor' } as const;
  await door.enter(platformTenantId, async (db) => {
    const now = kernel.clock.now();
    await takeQuotas(db, quotasOf(kernel, door.origin.address, message.email), now);
    if (website !== '') {
      const log = 'A message of the contact page was dropped: a program filled it in';
      audit(db, { category: 'Organization', log, by, result: 'refused' });
      return;
    }
    const id = await insertMessage(db, message, { now, mailId: await mailToOperator(db, kernel, message) });
    const log = 'A message came in through the contact page';
    audit(db, { category: 'Organization', log, by, target: { type: 'contact_message', id } });
  });
}

/** The one that everybody shares comes last: its row is locked for the shortest time. */
function quotasOf({ settings }: ContactKernel, address: string, email: string) {
  const most = (count: number) => Math.max(1, Math.ceil(count * settings.rateLimitFactor));
  const code = 'contact.too_many' as const;
  return [
    { name: 'contact:address', of: networkOf(address), most: most(5), windowSeconds: hour, code },
    { name: 'contact:email', of: email, most: most(5), windowSeconds: day, code },
    { name: 'contact:all', of: '', most: most(300), windowSeconds: day, code },
  ];
}

/** @returns the first mail's id; null where there is nobody to receive it: the message is kept all the same. */
async function mailToOperator(
  db: OpenDb,
  { secrets, settings }: ContactKernel,
  { name, email, organization, message }: Omit<ContactMessage, 'website'>,
): Promise<number | null> {
  const { text, html } = mailLayout({
    heading: 'A message from the contact page',
    paragraphs: [
      `${name} (${email})${organization === '' ? '' : ` of ${organization}`} wrote:`,
      ...message.split('\n').filter((paragraph) => paragraph.trim() !== ''),
    ],
    footer: `Answer to ${email}. The address was typed in by the visitor and has not been confirmed.`,
  });
  const mails: number[] = [];
  for (const recipient of await recipientsOf(db, settings)) {
    mails.push(await queueMail(db, secrets, { recipient, subject: `Contact: ${name}`, text, html }));
  }
  return mails[0] ?? null;
}

/** Whom the operator named; where nobody is named, whoever runs the platform. */
async function recipientsOf(db: OpenDb, { contactEmail, smtpUrl }: ContactKernel['settings']): Promise<string[]> {
  if (contactEmail !== undefined) {
    return [contactEmail];
  }
  // Without a mail server every mail ends in the operator's own outbox, whoever it is addressed to.
  return smtpUrl === undefined ? ['operator@localhost'] : rootUserEmails(db);
}
