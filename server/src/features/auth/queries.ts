import { sqlOf } from '../../kernel/sql.ts';
import type { OpenDb, PersonDb } from '../../kernel/tenant.ts';

export type Account = { readonly tenantId: number; readonly userId: number };

/** The sign-in directory is not a tenant's table: it says which tenant an address belongs to. */
export async function findAccount(db: OpenDb, email: string): Promise<Account | undefined> {
  const [row] = await sqlOf(db)<Account>`select tenant_id, user_id from user_emails where email = ${email}`;
  return row;
}

export type Credentials = {
  readonly userId: number;
  readonly name: string;
  readonly passwordHash: string;
  readonly userType: 'msp' | 'organization';
  readonly organizationId: number | null;
  readonly status: 'active' | 'inactive' | 'pending';
  readonly organizationStatus: 'active' | 'pending' | 'inactive' | null;
  readonly mspName: string | null;
  readonly emailConfirmed: boolean;
  readonly isDemo: boolean;
  readonly hasTotp: boolean;
  readonly passkeys: number;
};

export async function findCredentials(db: OpenDb, userId: number): Promise<Credentials | undefined> {
  const [row] = await sqlOf(db)<Credentials>`
    select u.id as user_id, u.first_name || ' ' || u.last_name as name, u.password_hash, u.user_type, u.organization_id, u.status,
      o.status as organization_status, m.name as msp_name, u.email_confirmed_at is not null as email_confirmed, t.is_demo,
      u.totp_secret is not null as has_totp,
      (select count(*) from passkeys k where k.tenant_id = ${db.tenantId} and k.user_id = u.id) as passkeys
    from users u
    join tenants t on t.tenant_id = ${db.tenantId}
    left join organizations o on o.tenant_id = ${db.tenantId} and o.id = u.organization_id
    left join msps m on m.tenant_id = ${db.tenantId}
    where u.tenant_id = ${db.tenantId} and u.id = ${userId}`;
  return row;
}

export async function recordSignIn(db: OpenDb, userId: number, now: Date): Promise<void> {
  await sqlOf(db)`update users set last_signed_in_at = ${now} where tenant_id = ${db.tenantId} and id = ${userId}`;
}

/** An organization is pending until its first member has signed in. */
export async function activateOrganization(db: OpenDb, organizationId: number, now: Date): Promise<void> {
  const sql = sqlOf(db);
  const changed = await sql<{ id: number }>`update organizations set status = 'active', updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${organizationId} and status = 'pending' returning id`;
  if (changed.length > 0) {
    await sql`insert into organization_status_history (tenant_id, organization_id, changed_at, status)
      values (${db.tenantId}, ${organizationId}, ${now}, 'active')`;
  }
}

export async function updatePasswordHash(db: OpenDb, userId: number, passwordHash: string): Promise<void> {
  await sqlOf(db)`update users set password_hash = ${passwordHash} where tenant_id = ${db.tenantId} and id = ${userId}`;
}

export type PersonDetails = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly organizationId: number | null;
};

export async function findPerson(db: PersonDb, userId: number): Promise<PersonDetails | undefined> {
  const [row] = await sqlOf(db)<PersonDetails>`select id, first_name || ' ' || last_name as name, email, organization_id
    from users where tenant_id = ${db.tenantId} and id = ${userId}`;
  return row;
}
