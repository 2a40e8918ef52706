import { roleIds } from '@sentrywell/contract/permissions.ts';
import { type Fragment, fragment, only, sqlOf } from '../../kernel/sql.ts';
import type { OpenDb } from '../../kernel/tenant.ts';

export type TenantKind = 'platform' | 'msp' | 'organization';
type Holder = { readonly tenantId: number; readonly kind: TenantKind };

/** Who has the domain, locked until COMMIT: of two that would release it, the second sees what the first did. */
export async function lockDomainHolders(db: OpenDb, domain: string): Promise<Holder[]> {
  return sqlOf(db)<Holder>`select tenant_id, kind from domain_directory where domain_name = ${domain}
    order by kind for update`;
}

export async function getTenantKind(db: OpenDb): Promise<TenantKind> {
  return only(await sqlOf(db)<{ kind: TenantKind }>`select kind from tenants where tenant_id = ${db.tenantId}`).kind;
}

export type Registrant = {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  /** null: somebody of an MSP. */
  readonly organizationId: number | null;
};

/** What has become too old, and with it a registration that nobody confirmed. */
export type Over = {
  /** A link that was mailed before this moment. */
  readonly link: Date;
  /** A registration from before this moment, however new the link that was asked for since. */
  readonly registration: Date;
};

/** Whether a user `u` who has not confirmed may still do so, before their registration gives way. */
function isWaitedFor(db: OpenDb, over: Over): Fragment {
  return fragment`(u.created_at >= ${over.link} or (u.created_at >= ${over.registration} and exists (
    select 1 from one_use_tokens k where k.tenant_id = ${db.tenantId} and k.user_id = u.id
      and k.purpose = 'confirm_email' and k.used_at is null and k.created_at >= ${over.link})))`;
}

/**
 * An account that nobody confirmed, which gives way to whoever comes with its address.
 * @param over only one that is too old; null: however new it is.
 */
export async function findGivingWay(db: OpenDb, userId: number, over: Over | null): Promise<Registrant | undefined> {
  const [row] = await sqlOf(db)<Registrant>`
    select u.id as user_id, u.first_name || ' ' || u.last_name as name, u.email, u.organization_id from users u
    where u.tenant_id = ${db.tenantId} and u.id = ${userId} and u.email_confirmed_at is null
      and not ${over === null ? fragment`false` : isWaitedFor(db, over)}
    for update`;
  return row;
}

type Unconfirmed = Registrant & { readonly isFounder: boolean };

/** Who has not confirmed: the tenant's founders and those who asked to join. None of them confirms until COMMIT. */
export async function lockUnconfirmedOf(db: OpenDb): Promise<Unconfirmed[]> {
  return sqlOf(db)<Unconfirmed>`
    select id as user_id, first_name || ' ' || last_name as name, email, organization_id, status = 'active' as is_founder
    from users
    where tenant_id = ${db.tenantId} and email_confirmed_at is null and status in ('active', 'pending') order by id for update`;
}

/** Takes the account out of use and frees its address; its links and its request to join are over. */
export async function giveUpAccount(db: OpenDb, { userId, email }: Registrant, now: Date): Promise<void> {
  const sql = sqlOf(db);
  await Promise.all([
    sql`update users set status = 'inactive', updated_at = ${now}
      where tenant_id = ${db.tenantId} and id = ${userId}`,
    sql`update access_requests set status = 'declined', decided_by = 'System', decided_at = ${now}
      where tenant_id = ${db.tenantId} and user_id = ${userId} and status = 'unconfirmed'`,
    sql`delete from one_use_tokens where tenant_id = ${db.tenantId} and user_id = ${userId} and used_at is null`,
    sql`delete from user_emails where email = ${email} and tenant_id = ${db.tenantId} and user_id = ${userId}`,
  ]);
}

/**
 * Whether nobody is left in the tenant that the handle has entered: none of those who made it confirmed an address in time. Who
 * asked to join it and waits for an approval keeps nothing: there is nobody to give it.
 */
export async function isAbandoned(db: OpenDb, over: Over): Promise<boolean> {
  const { all, staying } = only(
    await sqlOf(db)<{ all: number; staying: number }>`select count(*) as all,
        count(*) filter (where u.status <> 'pending' and (u.email_confirmed_at is not null or (u.status = 'active'
          and ${isWaitedFor(db, over)}))) as staying
      from users u where u.tenant_id = ${db.tenantId}`,
  );
  return all > 0 && staying === 0;
}

/** Who asked to join and confirmed the address, the first of them; takes the MSP over. @returns undefined: nobody did. */
export async function promoteFirstApplicant(db: OpenDb, now: Date): Promise<Registrant | undefined> {
  const sql = sqlOf(db);
  const [first] = await sql<{ userId: number }>`
    update access_requests set status = 'approved', decided_by = 'System', decided_at = ${now}
    where tenant_id = ${db.tenantId} and id = (select r.id from access_requests r
      where r.tenant_id = ${db.tenantId} and r.status = 'pending' order by r.created_at, r.id limit 1)
    returning user_id`;
  if (first === undefined) {
    return undefined;
  }
  return only(
    await sql<Registrant>`update users set status = 'active', role_id = ${roleIds.MSP_SUPER_ADMIN}, updated_at = ${now}
      where tenant_id = ${db.tenantId} and id = ${first.userId}
      returning id as user_id, first_name || ' ' || last_name as name, email, organization_id`,
  );
}

export type Closed = { readonly id: number; readonly name: string };

/** Nobody has signed in to them yet, and nobody will. @returns those it was. */
export async function closeOrganizations(db: OpenDb, now: Date): Promise<Closed[]> {
  const sql = sqlOf(db);
  const closed = await sql<Closed>`update organizations set status = 'inactive', updated_at = ${now}
    where tenant_id = ${db.tenantId} and msp_id is null and status = 'pending' returning id, name`;
  if (closed.length > 0) {
    // Two changes in one instant stay in order.
    await sql`insert into organization_status_history (tenant_id, organization_id, changed_at, status)
      select ${db.tenantId}, organization_id, greatest(${now}::timestamptz, max(changed_at) + interval '1 microsecond'), 'inactive'
      from organization_status_history
      where tenant_id = ${db.tenantId} and organization_id = any(${closed.map(({ id }) => id)}::bigint[])
      group by organization_id`;
  }
  return closed;
}

/** @returns whether the tenant had it. */
export async function releaseDomain(db: OpenDb, domain: string, kind: TenantKind): Promise<boolean> {
  const rows = await sqlOf(db)<{ tenantId: number }>`delete from domain_directory
    where domain_name = ${domain} and kind = ${kind} and tenant_id = ${db.tenantId} returning tenant_id`;
  return rows.length > 0;
}
