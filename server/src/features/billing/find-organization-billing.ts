import type { Fee, OrganizationBilling } from '@sentrywell/contract/billing.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { dayBefore, dayOf } from './months.ts';
import { getPayer, listFees } from './queries.ts';

/** Each fee with its last day: the day before the next one began. */
function historyOf(newestFirst: readonly Fee[]): OrganizationBilling['history'] {
  return newestFirst.map((fee, index) => {
    const later = newestFirst[index - 1];
    return { ...fee, endsOn: later === undefined ? null : dayBefore(later.startsOn) };
  });
}

export async function findOrganizationBilling(db: OrganizationDb, now: Date): Promise<OrganizationBilling> {
  const today = dayOf(now);
  const [{ mspName }, fees] = await Promise.all([getPayer(db), listFees(db)]);
  const begun = fees.filter(({ startsOn }) => startsOn <= today);
  const agreed = fees.filter(({ startsOn }) => startsOn > today);
  return {
    mspName,
    fee: begun.at(0) ?? null,
    next: agreed.at(-1) ?? null,
    history: historyOf(fees),
  };
}
