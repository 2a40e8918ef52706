import { sqlOf } from '../../kernel/sql.ts';
import type { OpenDb } from '../../kernel/tenant.ts';

export type RootUser = {
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastSignedInAt: string | null;
};

/** Those who can sign in, the first one first. */
export async function listRootUsers(db: OpenDb): Promise<RootUser[]> {
  return sqlOf(db)<RootUser>`
    select email, first_name || ' ' || last_name as name, created_at, last_signed_in_at from users
    where tenant_id = ${db.tenantId} and is_root_user and status = 'active' order by created_at, id`;
}

export type Retired = { readonly id: number; readonly name: string };

/** Takes the account out of use and frees its address; the record stays. @returns whose it was; undefined: nobody's. */
export async function retireRootUser(db: OpenDb, email: string, now: Date): Promise<Retired | undefined> {
  const sql = sqlOf(db);
  const [row] = await sql<Retired>`update users set status = 'inactive', updated_at = ${now}
    where tenant_id = ${db.tenantId} and is_root_user and email = ${email} and status = 'active'
    returning id, first_name || ' ' || last_name as name`;
  if (row !== undefined) {
    await sql`delete from user_emails where email = ${email} and tenant_id = ${db.tenantId} and user_id = ${row.id}`;
  }
  return row;
}
