import { queueJob } from '../../kernel/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { queueMail } from '../../kernel/mail.ts';
import type { JobDb, TenantDb } from '../../kernel/tenant.ts';
import { countCall, throttleKey } from '../../kernel/throttle.ts';
import { findWaiting, listApprovers } from './queries.ts';

const kind = 'access_request.tell_approvers';
const requestsADay = 20;

/** Queues the news that somebody asks to join; who hears it is looked up when it is sent. */
export async function queueNewsOfRequest(db: TenantDb, userId: number): Promise<void> {
  await queueJob(db, { kind, payload: { userId } });
}

/** Registers the job that mails to everybody who may approve. */
export function tellApprovers(kernel: Kernel): void {
  kernel.jobs.handle(kind, ({ payload, enter }) => enter((db) => tell(db, kernel, Number(payload['userId']))));
}

async function tell(
  db: JobDb,
  { clock, secrets, settings }: Pick<Kernel, 'clock' | 'secrets' | 'settings'>,
  userId: number,
): Promise<void> {
  const waiting = await findWaiting(db, userId);
  if (waiting === undefined) {
    return;
  }
  // Anybody can register: what comes after so many a day stands on the page alone.
  const limit = requestsADay * Math.max(1, settings.rateLimitFactor);
  const key = throttleKey('access_request:news', db.tenantId);
  if ((await countCall(db, { key, limit, windowSeconds: 86_400 }, clock.now())) > 0) {
    return;
  }
  const { name, email, mspName } = waiting;
  const subject = `${name} asks to join ${mspName}`;
  for (const recipient of await listApprovers(db)) {
    const body = mailLayout({
      heading: subject,
      paragraphs: [
        `${name} registered with the address ${email} and waits to be let in.`,
        'Approve or decline the request on the team page. Until then they cannot sign in.',
      ],
      action: { label: 'Open the team page', url: `${settings.publicUrl}/msp/team` },
      footer: `Sent to ${recipient} because you decide who joins ${mspName}.`,
    });
    await queueMail(db, secrets, { recipient, subject, ...body });
  }
}
