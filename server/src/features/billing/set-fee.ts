import type { Fee } from '@sentrywell/contract/billing.ts';
import { audit } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { dayOf } from './months.ts';
import { holdPayer, upsertFee } from './queries.ts';

const earliest = '2000-01-01';

function twoYearsAfter(now: Date): string {
  return dayOf(new Date(Date.UTC(now.getUTCFullYear() + 2, now.getUTCMonth(), now.getUTCDate())));
}

/** Agrees on what an organization pays from a day on. */
export async function setFee(db: OrganizationDb, fee: Fee, now: Date): Promise<void> {
  const { name, mspId } = await holdPayer(db);
  if (mspId === null) {
    throw new Refusal('fee.independent');
  }
  const { startsOn } = fee;
  const inRange = startsOn >= earliest && startsOn <= twoYearsAfter(now);
  if (!inRange || !(await upsertFee(db, fee, { now, today: dayOf(now) }))) {
    throw new Refusal('fee.wrong_day');
  }
  // Without the amount: more people read the log than the bill, whose history holds it.
  audit(db, {
    category: 'Organization',
    log: `Agreed with ${name} on a monthly fee from ${startsOn} on`,
    target: { type: 'organization', id: db.organizationId },
  });
}
