import type { BilledOrganization, MspBilling } from '@sentrywell/contract/billing.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { dayOf, monthEnds, monthOf } from './months.ts';
import { type BilledRow, listBilled, listRevenue } from './queries.ts';
import { revenueOf } from './revenue-of.ts';

function feeOf(monthlyCents: number | null, startsOn: string | null) {
  return monthlyCents === null || startsOn === null ? null : { monthlyCents, startsOn };
}

function billedOf({ id, name, domainName, status, ...fees }: BilledRow): BilledOrganization {
  const fee = feeOf(fees.monthlyCents, fees.startsOn);
  return { id, name, domainName, status, fee, next: feeOf(fees.nextCents, fees.nextStartsOn) };
}

/** @throws Refusal for a root user, who belongs to no MSP. */
export async function listBilledOrganizations(db: MspDb, now: Date): Promise<BilledOrganization[]> {
  if (db.everyTenant) {
    throw new Refusal('msp.not_found');
  }
  const rows = await listBilled(db, dayOf(now));
  return rows.map(billedOf);
}

export async function findMspBilling(db: MspDb, now: Date): Promise<MspBilling> {
  const organizations = await listBilledOrganizations(db, now);
  const revenue = await revenueOf(db, now);
  const ends = monthEnds(now, 12);
  const cents = await listRevenue(db, ends);
  const revenueByMonth = ends.map((at, index) => ({ month: monthOf(at), cents: cents[index] ?? 0 }));
  return { organizations, revenue, revenueByMonth };
}
