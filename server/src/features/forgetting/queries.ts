import { type Fragment, fragment, sqlOf, wholeNumber } from '../../kernel/sql.ts';
import type { TenantDb } from '../../kernel/tenant.ts';

/** What time it is for the database, in milliseconds as `Date.now()` counts. */
export async function databaseTime(db: TenantDb): Promise<number> {
  const [row] = await sqlOf(db)<{ now: number }>`select extract(epoch from now())::float8 * 1000 as now`;
  return row?.now ?? Number.NaN;
}

/** Rows that are deleted once they have been over for so many days; docs/security.md says so too. */
type Forgettable = {
  readonly table: Fragment;
  /** What tells a row from the others of its tenant. */
  readonly key: Fragment;
  readonly days: number;
  /** Whether it was over before a moment. */
  readonly isOver: (db: TenantDb, before: Date) => Fragment;
};

const id = fragment`id`;
const tokenHash = fragment`token_hash`;

export const forgettable: readonly Forgettable[] = [
  {
    table: fragment`sessions`,
    key: tokenHash,
    // The audit page looks 60 days back at who signed in.
    days: 90,
    isOver: (_db, before) => fragment`(expires_at < ${before} or ended_at < ${before})`,
  },
  {
    table: fragment`one_use_tokens`,
    key: tokenHash,
    // A used link answers for a day when its page is loaded again.
    days: 7,
    isOver: (_db, before) => fragment`(expires_at < ${before} or used_at < ${before})`,
  },
  {
    table: fragment`mails`,
    key: id,
    // The list of invitations says for 37 days what became of one: seven in which its link works, and thirty more.
    days: 60,
    isOver: (_db, before) => fragment`created_at < ${before} and status in ('sent', 'kept', 'failed')`,
  },
  {
    table: fragment`invitations`,
    key: id,
    // An expired one is listed for thirty days; later only the audit log is asked who invited whom.
    days: 90,
    isOver: (_db, before) => fragment`(expires_at < ${before} or used_at < ${before} or revoked_at < ${before})`,
  },
  {
    table: fragment`access_requests`,
    key: id,
    days: 90,
    // Who was declined may still be let in, is told so at sign-in and is no member for that: such a request stays with the person.
    isOver: (db, before) => fragment`decided_at < ${before} and (status = 'approved' or status = 'declined'
      and not exists (select 1 from users u where u.tenant_id = ${db.tenantId} and u.id = user_id and u.email_confirmed_at is not null))`,
  },
  {
    table: fragment`contact_messages`,
    key: id,
    // The operator has them by mail as well, and whoever wrote may have no account that ever ends.
    days: 180,
    isOver: (_db, before) => fragment`created_at < ${before}`,
  },
];

/** So many rows of a table go in one transaction: what has gathered over years holds nobody up for long. */
export const batchSize = 2_000;

/** As long as an invitation that is over. Whoever still comes registers anew. */
const unconfirmedDays = 90;

/**
 * Takes the personal data out of a batch of accounts that were never confirmed and never used. The row stays, for nobody may delete
 * people: without a name, an address and a password. One that is confirmed in this moment, or has a link that works, stays as it is.
 * @returns how many there were.
 */
export async function eraseUnconfirmed(db: TenantDb, now: Date): Promise<number> {
  const sql = sqlOf(db);
  const before = new Date(now.getTime() - unconfirmedDays * 86_400_000);
  const people = await sql<{ id: number; email: string }>`select id, email from users u
    where tenant_id = ${db.tenantId} and email_confirmed_at is null and last_signed_in_at is null and not is_root_user
      and updated_at < ${before} and email <> '' and not exists (select 1 from one_use_tokens k
        where k.tenant_id = ${db.tenantId} and k.user_id = u.id and k.used_at is null and k.expires_at >= ${now})
    order by id limit ${wholeNumber(batchSize)} for update skip locked`;
  if (people.length === 0) {
    return 0;
  }
  const ids = people.map((person) => person.id);
  await Promise.all([
    sql`update users set status = 'inactive', first_name = '', last_name = '', email = '', password_hash = '', updated_at = ${now}
      where tenant_id = ${db.tenantId} and id = any(${ids}::bigint[])`,
    sql`update access_requests set status = 'declined', decided_by = 'System', decided_at = ${now}
      where tenant_id = ${db.tenantId} and user_id = any(${ids}::bigint[]) and status in ('unconfirmed', 'pending')`,
    // One by one: the directory of addresses is distributed by them.
    ...people.map(
      ({ id, email }) =>
        sql`delete from user_emails where email = ${email} and tenant_id = ${db.tenantId} and user_id = ${id}::bigint`,
    ),
  ]);
  return people.length;
}

/** Deletes a batch of what is over. What somebody takes up again meanwhile, such as an invitation, stays. @returns how many there were. */
export async function deleteOver(db: TenantDb, { table, key, days, isOver }: Forgettable, now: Date): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000);
  const over = fragment`tenant_id = ${db.tenantId} and ${isOver(db, before)}`;
  const rows = await sqlOf(db)<{ one: number }>`delete from ${table} where ${over}
    and ${key} = any(array(select ${key} from ${table} where ${over} limit ${wholeNumber(batchSize)})) returning 1 as one`;
  return rows.length;
}
