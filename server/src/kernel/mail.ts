import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../settings.ts';
import { queueJob } from './jobs.ts';
import type { Kernel } from './kernel.ts';
import { seal, unseal } from './sealed.ts';
import type { Secrets } from './secrets.ts';
import { only, sqlOf } from './sql.ts';
import type { JobDb, TenantDb } from './tenant.ts';

export type Mail = {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The organization that the mail is about; left out or null: the MSP or the platform. */
  readonly organizationId?: number | null;
};

const kind = 'mail.send';
/** A mail that could not be sent for so long is given up, as mail servers do: most links in one are dead by then. */
const patienceDays = 3;

/**
 * Puts a mail into the outbox of the handle's tenant, in the transaction that wants it sent. A job sends it through
 * SMTP_URL and tries again while the server is down, until it is refused for good or three days old; without SMTP_URL it is
 * kept as an .eml file in the data folder.
 * @returns the mail's id.
 */
export async function queueMail(db: TenantDb, secrets: Secrets, mail: Mail): Promise<number> {
  const rows = await sqlOf(db)<{ id: number }>`
    insert into mails (tenant_id, organization_id, recipient, subject, text_body, html_body)
    values (${db.tenantId}, ${mail.organizationId ?? null}, ${mail.recipient}, ${mail.subject},
      ${seal(secrets.encryptionKey, mail.text)}, ${seal(secrets.encryptionKey, mail.html)})
    returning id`;
  const { id } = only(rows);
  await queueJob(db, { kind, payload: { mailId: id } });
  return id;
}

type StoredMail = {
  recipient: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  isOld: boolean;
};

async function findWaiting(db: JobDb, id: number, now: Date): Promise<StoredMail | undefined> {
  const [mail] = await sqlOf(db)<StoredMail>`select recipient, subject, text_body, html_body,
      created_at <= ${now}::timestamptz - make_interval(days => ${patienceDays}::integer) as is_old
    from mails where tenant_id = ${db.tenantId} and id = ${id} and status in ('waiting', 'delayed')`;
  return mail;
}

/** The links in a mail are secrets: its body is forgotten once it has left. */
async function markLeft(db: JobDb, id: number, status: 'sent' | 'kept'): Promise<void> {
  await sqlOf(
    db,
  )`update mails set status = ${status}, sent_at = now(), text_body = '', html_body = '', last_error = null
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

async function markDelayed(db: JobDb, id: number, reason: string): Promise<void> {
  await sqlOf(db)`update mails set status = 'delayed', attempts = attempts + 1, last_error = ${reason}
    where tenant_id = ${db.tenantId} and id = ${id} and status in ('waiting', 'delayed')`;
}

/** Nobody tries again, so the body is forgotten as that of a mail that has left. */
async function markFailed(db: JobDb, id: number, reason: string): Promise<void> {
  await sqlOf(
    db,
  )`update mails set status = 'failed', attempts = attempts + 1, last_error = ${reason}, text_body = '', html_body = ''
    where tenant_id = ${db.tenantId} and id = ${id} and status in ('waiting', 'delayed')`;
}

/** Registers the job that sends. */
export function sendMails({
  app,
  clock,
  jobs,
  metrics,
  secrets,
  settings,
}: Pick<Kernel, 'app' | 'clock' | 'jobs' | 'metrics' | 'secrets' | 'settings'>): void {
  const deliver =
    settings.smtpUrl === undefined
      ? keepingIn(path.join(settings.dataFolder, 'outbox'))
      : sendingThrough(settings.smtpUrl);
  jobs.handle(kind, async ({ payload, enter, signal }) => {
    const id = Number(payload['mailId']);
    const mail = await enter((db) => findWaiting(db, id, clock.now()));
    if (mail === undefined) {
      return;
    }
    try {
      const message = {
        from: settings.mailFrom,
        to: mail.recipient,
        subject: mail.subject,
        text: unseal(secrets, mail.textBody),
        html: unseal(secrets, mail.htmlBody),
        messageId: messageIdOf(mail, settings),
        // Whoever is away does not answer a machine (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      await deliver(message, id, signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      if (mail.isOld || isRefusedForGood(error)) {
        app.log.warn({ err: error }, 'a mail could not be delivered and is not tried again');
        await enter((db) => markFailed(db, id, reason));
        metrics.mailGivenUp();
        return;
      }
      await enter((db) => markDelayed(db, id, reason));
      throw error;
    }
    await enter((db) => markLeft(db, id, settings.smtpUrl === undefined ? 'kept' : 'sent'));
  });
}

/**
 * The same each time that the same mail is tried: where an answer was lost, the other side can see that it has the mail already. Not made
 * of its number, which another mail gets where the database was put back from a backup; each sealing is its own.
 */
function messageIdOf({ htmlBody }: StoredMail, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  const mark = createHash('sha256').update(htmlBody).digest('hex').slice(0, 32);
  return `<${mark}@${new URL(publicUrl).hostname}>`;
}

type SmtpError = { readonly permanent?: boolean; readonly command?: string; readonly response?: string };

/**
 * Whether this recipient or this message is refused, whoever sends it. What a mail server has against the sender, greeting
 * and sign-in included, the operator can mend: 530 and 5.7 (RFC 3463) ask for a sign-in, or relay and trust nothing from here.
 */
function isRefusedForGood(error: unknown): boolean {
  const { permanent = false, command = '', response = '' } = error as SmtpError;
  return permanent && ['RCPT TO', 'DATA'].includes(command) && !/^(530|5\d\d[ -]5\.7\.)/.test(response);
}

/** Read with the first mail: the server starts sooner without it. */
const nodemailer = async () => (await import('nodemailer')).default;

type Message = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
};
type Deliver = (message: Message, mailId: number, signal: AbortSignal) => Promise<void>;

/** In milliseconds. */
type Patience = { readonly untilGreeted: number; readonly untilTaken: number };

/**
 * To take a mail is the slowest part, since many servers search it first: who gives up while they do sends it again and again.
 * All of it ends well before the job's lock does, so that no second server sends the same.
 */
const usualPatience: Patience = { untilGreeted: 30_000, untilTaken: 90_000 };

export function sendingThrough(smtpUrl: string, { untilGreeted, untilTaken }: Patience = usualPatience): Deliver {
  const options = {
    url: smtpUrl,
    // Else whoever stands in between need only leave out the offer of STARTTLS to be told the password. The address itself can say otherwise.
    requireTLS: new URL(smtpUrl).password !== '',
    connectionTimeout: untilGreeted,
    greetingTimeout: untilGreeted,
    socketTimeout: untilTaken,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async (message, _mailId, signal) => {
    const transport = (await nodemailer()).createTransport(options);
    await transport.sendMail({ ...message, signal: AbortSignal.any([AbortSignal.timeout(untilTaken), signal]) });
  };
}

function keepingIn(folder: string): Deliver {
  return async (message, mailId) => {
    const transport = (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: eml } = await transport.sendMail(message);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const moment = new Date().toISOString().replace(/[:.]/g, '-');
    // Cut: a file's name has at most 255 bytes, an address up to 254.
    const recipient = message.to.replace(/[^a-z0-9@.-]/gi, '_').slice(0, 200);
    const name = `${moment}-${mailId}-${recipient}.eml`;
    const draft = path.join(folder, `.${name}`);
    await writeFile(draft, eml as Buffer, { mode: 0o600 });
    await rename(draft, path.join(folder, name));
  };
}
