import type { ContactMessage } from '@sentrywell/contract/contact.ts';
import { only, sqlOf } from '../../kernel/sql.ts';
import type { OpenDb } from '../../kernel/tenant.ts';

/** Who runs the platform. */
export async function rootUserEmails(db: OpenDb): Promise<string[]> {
  const rows = await sqlOf(db)<{ email: string }>`
    select email from users where tenant_id = ${db.tenantId} and is_root_user and status = 'active' order by id`;
  return rows.map(({ email }) => email);
}

export async function insertMessage(
  db: OpenDb,
  { name, email, organization, message }: Omit<ContactMessage, 'website'>,
  { now, mailId }: { readonly now: Date; readonly mailId: number | null },
): Promise<number> {
  const { id } = only(
    await sqlOf(db)<{ id: number }>`
    insert into contact_messages (tenant_id, name, email, organization, message, created_at, mail_id)
    values (${db.tenantId}, ${name}, ${email}, ${organization}, ${message}, ${now}, ${mailId}) returning id`,
  );
  return id;
}
