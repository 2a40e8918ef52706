import { Refusal } from '../../kernel/refusal.ts';
import type { OrganizationStatus, PersonStatus, UserType } from '@sentrywell/contract/shapes.ts';
import { only, sqlOf } from '../../kernel/sql.ts';
import type { OpenDb, PersonDb, TenantDb } from '../../kernel/tenant.ts';
import { closeTokens } from './token-queries.ts';

export type Account = { readonly tenantId: number; readonly userId: number };

/** The sign-in directory is not a tenant's table: it says which tenant an address belongs to. */
export async function findAccount(db: OpenDb, email: string): Promise<Account | undefined> {
  const [row] = await sqlOf(db)<Account>`select tenant_id, user_id from user_emails where email = ${email}`;
  return row;
}

export type Credentials = {
  readonly userId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly userType: UserType;
  readonly organizationId: number | null;
  readonly status: PersonStatus;
  readonly organizationStatus: OrganizationStatus | null;
  readonly mspName: string | null;
  readonly emailConfirmed: boolean;
  /** Asked to join the MSP, and was refused. */
  readonly wasDeclined: boolean;
  readonly isDemo: boolean;
  readonly totpSecret: string | null;
  readonly totpLastStep: number | null;
  readonly passkeys: number;
};

export async function findCredentials(db: TenantDb, userId: number): Promise<Credentials | undefined> {
  const [row] = await sqlOf(db)<Credentials>`
    select u.id as user_id, u.first_name, u.last_name, u.email, u.password_hash, u.user_type, u.organization_id, u.status,
      o.status as organization_status, m.name as msp_name, u.email_confirmed_at is not null as email_confirmed, t.is_demo,
      u.totp_secret, u.totp_last_step,
      exists (select 1 from access_requests r
        where r.tenant_id = ${db.tenantId} and r.user_id = u.id and r.status = 'declined') as was_declined,
      (select count(*) from passkeys k where k.tenant_id = ${db.tenantId} and k.user_id = u.id) as passkeys
    from users u
    join tenants t on t.tenant_id = ${db.tenantId}
    left join organizations o on o.tenant_id = ${db.tenantId} and o.id = u.organization_id
    left join msps m on m.tenant_id = ${db.tenantId}
    where u.tenant_id = ${db.tenantId} and u.id = ${userId}`;
  return row;
}

/** Waits for whoever changes how the person signs in: password, second factors, status. Nobody else does until this transaction ends. */
async function lockPerson(db: TenantDb, userId: number): Promise<void> {
  await sqlOf(db)`select id from users where tenant_id = ${db.tenantId} and id = ${userId} for update`;
}

/**
 * Holds the person for a change to their own account, by a session that is still open then: a new password or a removal that came first
 * has ended it, and one that comes later finds what was changed. @throws Refusal when it is over.
 */
export async function holdOwnPerson(
  db: TenantDb,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: number },
): Promise<void> {
  await lockPerson(db, userId);
  const open = await sqlOf(db)<{ id: number }>`select id from sessions
    where tenant_id = ${db.tenantId} and user_id = ${userId} and id = ${sessionId} and ended_at is null`;
  if (open.length === 0) {
    throw new Refusal('session.missing');
  }
}

/** The person as they are now, and will be until this transaction ends. */
export async function lockCredentials(db: TenantDb, userId: number): Promise<Credentials | undefined> {
  await lockPerson(db, userId);
  return findCredentials(db, userId);
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
    // Behind what stands there, which a server whose clock was ahead may have written: the newest is what counts.
    await sql`insert into organization_status_history (tenant_id, organization_id, changed_at, status)
      select ${db.tenantId}, ${organizationId}, greatest(${now}::timestamptz, max(changed_at) + interval '1 microsecond'), 'active'
      from organization_status_history where tenant_id = ${db.tenantId} and organization_id = ${organizationId}`;
  }
}

/** The same password, hashed with today's settings. */
export async function updatePasswordHash(db: OpenDb, userId: number, passwordHash: string): Promise<void> {
  await sqlOf(db)`update users set password_hash = ${passwordHash} where tenant_id = ${db.tenantId} and id = ${userId}`;
}

export type NewPassword = {
  readonly userId: number;
  readonly passwordHash: string;
  readonly isShort: boolean;
  readonly now: Date;
};

/**
 * A new address that waits to be confirmed is forgotten: whoever asked for it may have known the old password. So is a link to reset
 * it: whoever holds one may be why the password is changed.
 */
export async function replacePassword(
  db: TenantDb,
  { userId, passwordHash, isShort, now }: NewPassword,
): Promise<void> {
  await Promise.all([
    sqlOf(db)`update users set password_hash = ${passwordHash}, has_short_password = ${isShort},
        password_changed_at = ${now}, updated_at = ${now}
      where tenant_id = ${db.tenantId} and id = ${userId}`,
    closeTokens(db, { purpose: 'change_email', userId, now }),
    closeTokens(db, { purpose: 'reset_password', userId, now }),
  ]);
}

export type NewAddress = { readonly userId: number; readonly email: string; readonly now: Date };

/**
 * The directory's key decides, however many want an address at once, and the old one is free again. Links that were mailed
 * to the old one stop working. @returns the old address; undefined: the new one has an account.
 */
export async function replaceAddress(db: TenantDb, { userId, email, now }: NewAddress): Promise<string | undefined> {
  const sql = sqlOf(db);
  // Of two changes by one person the second begins when the first is done, and frees the address that one chose.
  const before = only(
    await sql<{ email: string }>`select email from users
      where tenant_id = ${db.tenantId} and id = ${userId} for update`,
  ).email;
  const claimed = await sql<{ userId: number }>`insert into user_emails (email, tenant_id, user_id)
    values (${email}, ${db.tenantId}, ${userId}) on conflict (email) do nothing returning user_id`;
  if (claimed.length === 0) {
    return undefined;
  }
  await Promise.all([
    sql`update users set email = ${email}, email_confirmed_at = ${now}, updated_at = ${now}
      where tenant_id = ${db.tenantId} and id = ${userId}`,
    sql`delete from user_emails where email = ${before} and tenant_id = ${db.tenantId} and user_id = ${userId}`,
    closeTokens(db, { purpose: 'change_email', userId, now }),
    closeTokens(db, { purpose: 'reset_password', userId, now }),
  ]);
  return before;
}

/** @returns whether a request to join an MSP has appeared there with it. */
export async function markConfirmed(db: OpenDb, userId: number, now: Date): Promise<boolean> {
  const sql = sqlOf(db);
  const [, appeared] = await Promise.all([
    sql`update users set email_confirmed_at = ${now}, updated_at = ${now}
      where tenant_id = ${db.tenantId} and id = ${userId} and email_confirmed_at is null`,
    sql<{ id: number }>`update access_requests set status = 'pending', created_at = ${now}
      where tenant_id = ${db.tenantId} and user_id = ${userId} and status = 'unconfirmed' returning id`,
  ]);
  return appeared.length > 0;
}

/** Uses the code's time step up. @returns false when that step, or a later one, was used before (a replay). */
export async function spendTotpStep(db: TenantDb, userId: number, step: number): Promise<boolean> {
  const rows = await sqlOf(db)<{ id: number }>`update users set totp_last_step = ${step}
    where tenant_id = ${db.tenantId} and id = ${userId} and (totp_last_step is null or totp_last_step < ${step}) returning id`;
  return rows.length > 0;
}

/** @returns how many codes are left, or undefined when this one is none or was used. */
export async function spendRecoveryCode(
  db: TenantDb,
  { userId, codeHash, now }: { readonly userId: number; readonly codeHash: Buffer; readonly now: Date },
): Promise<number | undefined> {
  const sql = sqlOf(db);
  const used = await sql<{ userId: number }>`update recovery_codes set used_at = ${now}
    where tenant_id = ${db.tenantId} and user_id = ${userId} and code_hash = ${codeHash} and used_at is null returning user_id`;
  if (used.length === 0) {
    return undefined;
  }
  const [left] = await sql<{ count: number }>`select count(*) from recovery_codes
    where tenant_id = ${db.tenantId} and user_id = ${userId} and used_at is null`;
  return left?.count ?? 0;
}

export type StoredPasskey = {
  readonly credentialId: string;
  readonly publicKey: Buffer<ArrayBuffer>;
  readonly signCount: number;
  readonly transports: string[];
};

export async function listPasskeys(db: TenantDb, userId: number): Promise<StoredPasskey[]> {
  return sqlOf(db)<StoredPasskey>`select credential_id, public_key, sign_count, transports from passkeys
    where tenant_id = ${db.tenantId} and user_id = ${userId} order by created_at, credential_id`;
}

export async function recordPasskeyUse(
  db: TenantDb,
  { credentialId, signCount, now }: { readonly credentialId: string; readonly signCount: number; readonly now: Date },
): Promise<void> {
  await sqlOf(db)`update passkeys set sign_count = ${signCount}, last_used_at = ${now}
    where tenant_id = ${db.tenantId} and credential_id = ${credentialId}`;
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
