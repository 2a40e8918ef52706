import { only, sqlOf } from '../../kernel/sql.ts';
import type { OpenDb } from '../../kernel/tenant.ts';

/** Gives up an account whose address was not confirmed in time. @returns whether there was one. */
export async function releaseEmail(
  db: OpenDb,
  { email, userId, before }: { readonly email: string; readonly userId: number; readonly before: Date },
): Promise<boolean> {
  const sql = sqlOf(db);
  const given = await sql<{ id: number }>`
    update users set status = 'inactive', updated_at = now()
    where tenant_id = ${db.tenantId} and id = ${userId} and email_confirmed_at is null and created_at < ${before}
      and not exists (select 1 from one_use_tokens k where k.tenant_id = ${db.tenantId} and k.user_id = users.id
        and k.purpose = 'confirm_email' and k.used_at is null and k.created_at >= ${before})
    returning id`;
  if (given.length === 0) {
    return false;
  }
  await Promise.all([
    sql`update access_requests set status = 'declined', decided_by = 'System', decided_at = now()
      where tenant_id = ${db.tenantId} and user_id = ${userId} and status = 'unconfirmed'`,
    sql`delete from user_emails where email = ${email} and tenant_id = ${db.tenantId} and user_id = ${userId}`,
  ]);
  return true;
}

/** Whether the tenant that the handle has entered was made by people none of whom confirmed an address in time. */
export async function isAbandoned(db: OpenDb, kind: 'msp' | 'organization', before: Date): Promise<boolean> {
  const sql = sqlOf(db);
  const [old, people] = await Promise.all([
    sql<{ tenantId: number }>`select tenant_id from tenants
      where tenant_id = ${db.tenantId} and kind = ${kind} and created_at < ${before}`,
    sql<{ all: number; staying: number }>`select count(*) as all,
        count(*) filter (where email_confirmed_at is not null or (status <> 'inactive' and (created_at >= ${before}
          or exists (select 1 from one_use_tokens k where k.tenant_id = ${db.tenantId} and k.user_id = users.id
            and k.purpose = 'confirm_email' and k.used_at is null and k.created_at >= ${before})))) as staying
      from users where tenant_id = ${db.tenantId}`,
  ]);
  const { all, staying } = only(people);
  return old.length > 0 && all > 0 && staying === 0;
}

export async function releaseDomain(
  db: OpenDb,
  { domain, kind, now }: { readonly domain: string; readonly kind: 'msp' | 'organization'; readonly now: Date },
): Promise<void> {
  const sql = sqlOf(db);
  await Promise.all([
    sql`update organizations set status = 'inactive', updated_at = ${now}
      where tenant_id = ${db.tenantId} and msp_id is null and status = 'pending'`,
    sql`delete from domain_directory where domain_name = ${domain} and kind = ${kind} and tenant_id = ${db.tenantId}`,
  ]);
}
