import type { Fee } from '@sentrywell/contract/billing.ts';
import type { OrganizationStatus } from '@sentrywell/contract/shapes.ts';
import { only, sqlOf } from '../../kernel/sql.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';

/**
 * The sum of the monthly fees in force at each moment, over the organizations that were active then (ruling R30).
 * @returns cents, in the order of the moments.
 */
export async function listRevenue(db: MspDb, moments: readonly Date[]): Promise<number[]> {
  const rows = await sqlOf(db)<{ cents: number }>`
    select coalesce(sum(f.monthly_cents), 0)::bigint as cents
    from unnest(${moments}::timestamptz[]) with ordinality as t (at, place)
    left join organizations o on o.tenant_id = ${db.tenantId}
    left join lateral (
      select h.status from organization_status_history h
      where h.tenant_id = ${db.tenantId} and h.organization_id = o.id and h.changed_at <= t.at
      order by h.changed_at desc limit 1) s on true
    left join lateral (
      select f.monthly_cents from organization_fees f
      where f.tenant_id = ${db.tenantId} and f.organization_id = o.id and f.starts_on <= (t.at at time zone 'UTC')::date
      order by f.starts_on desc limit 1) f on s.status = 'active'
    group by t.place order by t.place`;
  return rows.map(({ cents }) => cents);
}

export type BilledRow = {
  readonly id: number;
  readonly name: string;
  readonly domainName: string;
  readonly status: OrganizationStatus;
  readonly monthlyCents: number | null;
  readonly startsOn: string | null;
  readonly nextCents: number | null;
  readonly nextStartsOn: string | null;
};

/** @param today the day in UTC. */
export function listBilled(db: MspDb, today: string): Promise<BilledRow[]> {
  return sqlOf(db)<BilledRow>`
    select o.id, o.name, o.domain_name, o.status, f.monthly_cents, f.starts_on,
      n.monthly_cents as next_cents, n.starts_on as next_starts_on
    from organizations o
    left join lateral (
      select monthly_cents, starts_on from organization_fees f
      where f.tenant_id = ${db.tenantId} and f.organization_id = o.id and f.starts_on <= ${today}::date
      order by f.starts_on desc limit 1) f on true
    left join lateral (
      select monthly_cents, starts_on from organization_fees n
      where n.tenant_id = ${db.tenantId} and n.organization_id = o.id and n.starts_on > ${today}::date
      order by n.starts_on limit 1) n on true
    where o.tenant_id = ${db.tenantId}
    order by lower(o.name), o.id`;
}

/** Every fee that was ever agreed, newest first. */
export function listFees(db: OrganizationDb): Promise<Fee[]> {
  return sqlOf(db)<Fee>`select monthly_cents, starts_on from organization_fees
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId} order by starts_on desc`;
}

export type Payer = { readonly name: string; readonly mspId: number | null; readonly mspName: string | null };

export async function getPayer(db: OrganizationDb): Promise<Payer> {
  return only(
    await sqlOf(db)<Payer>`select o.name, o.msp_id, m.name as msp_name
    from organizations o left join msps m on m.tenant_id = ${db.tenantId} and m.tenant_id = o.msp_id
    where o.tenant_id = ${db.tenantId} and o.id = ${db.organizationId}`,
  );
}

/** Held until COMMIT: of two first fees that are agreed at once, the second finds the first one. */
export async function holdPayer(db: OrganizationDb): Promise<Payer> {
  await sqlOf(db)`select id from organizations where tenant_id = ${db.tenantId} and id = ${db.organizationId}
    for no key update`;
  return getPayer(db);
}

/**
 * Agrees on a fee from a day on, with the payer held. A day before today is taken only for the first fee of all, so that no past
 * month changes.
 * @returns whether it was taken.
 */
export async function upsertFee(
  db: OrganizationDb,
  { monthlyCents, startsOn }: Fee,
  { now, today }: { readonly now: Date; readonly today: string },
): Promise<boolean> {
  const rows = await sqlOf(db)<{ startsOn: string }>`
    insert into organization_fees (tenant_id, organization_id, starts_on, monthly_cents, created_at)
    select ${db.tenantId}::bigint, ${db.organizationId}::bigint, ${startsOn}::date, ${monthlyCents}::bigint, ${now}::timestamptz
    where ${startsOn}::date >= ${today}::date or not exists (
      select 1 from organization_fees f where f.tenant_id = ${db.tenantId} and f.organization_id = ${db.organizationId})
    on conflict (tenant_id, organization_id, starts_on)
      do update set monthly_cents = excluded.monthly_cents, created_at = excluded.created_at
    returning starts_on`;
  return rows.length > 0;
}

/**
 * Only a day after today: no past month changes.
 * @returns whether a fee began on that day.
 */
export async function deleteLaterFee(db: OrganizationDb, startsOn: string, today: string): Promise<boolean> {
  const rows = await sqlOf(db)`delete from organization_fees
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId}
      and starts_on = ${startsOn}::date and starts_on > ${today}::date
    returning starts_on`;
  return rows.length > 0;
}
