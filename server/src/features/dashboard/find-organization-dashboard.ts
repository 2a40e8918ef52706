import { complianceStatusOf, type OrganizationDashboard } from '@sentrywell/contract/dashboard.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { countOpenFindings } from '../sra/exception-queries.ts';
import { getOrganizationCards } from './queries.ts';

/** The cards of ruling R31. */
export async function findOrganizationDashboard(db: OrganizationDb, now: Date): Promise<OrganizationDashboard> {
  const [cards, openFindings] = await Promise.all([getOrganizationCards(db), countOpenFindings(db, now)]);
  const { score } = cards;
  return {
    ...cards,
    openFindings,
    complianceStatus: complianceStatusOf(score),
    // Tenths are counted whole: 100 − 84.1 is 15.900000000000006.
    riskScore: score === null ? null : Math.round(1_000 - score * 10) / 10,
  };
}
