import { sqlOf } from '../../kernel/sql.ts';
import type { TenantDb } from '../../kernel/tenant.ts';

export type Seed = { readonly userId: number; readonly sealed: string };

/** Seeds of authenticator apps of people behind the given one. */
export function listSeeds(db: TenantDb, { after, limit }: { after: number; limit: number }): Promise<Seed[]> {
  return sqlOf(db)<Seed>`select id as user_id, totp_secret as sealed from users
    where tenant_id = ${db.tenantId} and id > ${after}::bigint and totp_secret is not null order by id limit ${limit}::integer`;
}

type Replacement = { readonly from: string; readonly to: string };

/** @returns whether it was still the one: a seed that was set up meanwhile stays. */
export async function replaceSeed(db: TenantDb, userId: number, { from, to }: Replacement): Promise<boolean> {
  const rows = await sqlOf(db)<{ one: number }>`update users set totp_secret = ${to}
    where tenant_id = ${db.tenantId} and id = ${userId}::bigint and totp_secret = ${from} returning 1 as one`;
  return rows.length > 0;
}

/** The token of the tenant's log collector, where there is one. */
export async function listCollectorTokens(db: TenantDb): Promise<string[]> {
  const rows = await sqlOf(db)<{ sealed: string }>`select token as sealed from audit_forwarding
    where tenant_id = ${db.tenantId} and token <> ''`;
  return rows.map(({ sealed }) => sealed);
}

/** @returns whether it was still the one. */
export async function replaceCollectorToken(db: TenantDb, { from, to }: Replacement): Promise<boolean> {
  const rows = await sqlOf(db)<{ one: number }>`update audit_forwarding set token = ${to}
    where tenant_id = ${db.tenantId} and token = ${from} returning 1 as one`;
  return rows.length > 0;
}

/** What is sealed for as long as it waits: mails, and the seeds of authenticator apps that are being set up. */
export async function listWaiting(db: TenantDb, now: Date): Promise<string[]> {
  const rows = await sqlOf(db)<{ sealed: string }>`
    select text_body as sealed from mails where tenant_id = ${db.tenantId} and status in ('waiting', 'delayed')
    union all
    select payload ->> 'secret' from one_use_tokens
    where tenant_id = ${db.tenantId} and purpose = 'totp_enrolment' and used_at is null and expires_at > ${now}`;
  return rows.map(({ sealed }) => sealed);
}

/** The same for wishes of mails: jobs of all tenants, whose table knows no walls. */
export async function listWaitingInJobs(db: TenantDb): Promise<string[]> {
  const rows = await sqlOf(db)<{ sealed: string }>`
    select brought.value as sealed from jobs, jsonb_each_text(payload) brought where brought.value like 'v1.%'`;
  return rows.map(({ sealed }) => sealed);
}
