import { audit } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { dayOf } from './months.ts';
import { deleteLaterFee, getPayer } from './queries.ts';

/**
 * Takes back a fee that begins after today.
 * @param startsOn its first day.
 */
export async function withdrawFee(db: OrganizationDb, startsOn: string, now: Date): Promise<void> {
  const { name } = await getPayer(db);
  if (!(await deleteLaterFee(db, startsOn, dayOf(now)))) {
    throw new Refusal('fee.not_planned');
  }
  audit(db, {
    category: 'Organization',
    log: `Withdrew the monthly fee agreed with ${name} from ${startsOn} on`,
    target: { type: 'organization', id: db.organizationId },
  });
}
